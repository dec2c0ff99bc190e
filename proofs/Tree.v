(** * Trees: a search that is walked again, and why it misses no set

    The tree of docs/certificate-format.md, of coverings whose items are to be hit once each. At a node some candidates
    are [chosen]; [free] ones may still be chosen, at most [left] of them; [open] are the items that are not hit yet.
    The walk returns the sets that it meets. The theorem at the end, [walk_sound]: each set that hits all items is met
    by the walk, or its image under symmetries is. So if the walk meets none there is none. *)

Require Import Arith NArith List Lia Bool Ndigits Orders Mergesort Permutation.
From Rookery Require Import Bits.
Import ListNotations.
Open Scope N_scope.

(** A candidate, the items that it hits, and its rivals: those that are not chosen beside it. Its [place] is its number
    as Coq looks it up fast in a set. *)
Record candidate : Set := Candidate {
  number : N; hits : N; rivals : N; place : nat; its_place : place = N.to_nat number
}.

(** The candidates of a list in a set, and those that are not. *)
Definition within (s : N) (l : list candidate) : list candidate := filter (fun a => N.testbit_nat s (place a)) l.
Definition without (s : N) (l : list candidate) : list candidate :=
  filter (fun a => if N.testbit_nat s (place a) then false else true) l.

(** A permutation, as pairs of a candidate and its image. *)
Definition permutation : Set := list (N * N).

Definition inside (s : N) (a : candidate) : bool := N.testbit s (number a).
Definition outside (s : N) (a : candidate) : bool := negb (N.testbit s (number a)).

Lemma within_spec : forall s l, within s l = filter (inside s) l.
Proof.
  intros s l. apply filter_ext; intro a. unfold inside. rewrite <- Ntestbit_Nbit, its_place, N2Nat.id. auto.
Qed.

Lemma without_spec : forall s l, without s l = filter (outside s) l.
Proof.
  intros s l. apply filter_ext; intro a. unfold outside. rewrite <- Ntestbit_Nbit, its_place, N2Nat.id.
  destruct (N.testbit s (number a)); auto.
Qed.

Definition numbers (l : list candidate) : N := union (fun a => bit (number a)) l.

(** The members of a permuted set are [push], and [pull] are those whose images are members. *)
Definition push (p : permutation) (s : N) : N := union (fun e => if N.testbit s (fst e) then bit (snd e) else 0) p.
Definition pull (p : permutation) (s : N) : N := union (fun e => if N.testbit s (snd e) then bit (fst e) else 0) p.
Definition image (p : permutation) (c : N) : N :=
  match find (fun e => fst e =? c) p with Some e => snd e | None => c end.

(** The order of children: by falling gain, ties by number. *)
Module Falling <: TotalLeBool.
  Definition t : Set := N * candidate.
  Definition leb (x y : t) : bool :=
    if fst y <? fst x then true else if fst x =? fst y then number (snd x) <=? number (snd y) else false.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof.
    intros [g a] [h b]; unfold leb; simpl.
    destruct (N.ltb_spec h g), (N.ltb_spec g h), (N.eqb_spec g h), (N.eqb_spec h g); try lia; auto.
    rewrite !N.leb_le; lia.
  Qed.
End Falling.
Module Order := Sort Falling.

Section Walk.

(** The covering, and what the certificate says beside its bytes. *)
Variable items : list N.
Variable candidates : list candidate.
Variable group : list permutation.
Variable alone : nat.
Variable vectors : list vector.

(** ** The walk *)

Definition weigh (v : vector) (open : N) (free : list candidate) : list (N * candidate) :=
  map (fun a => (match v with [] => common open (hits a) | _ :: _ => load v (N.land open (hits a)) end, a)) free.

Lemma weigh_spec : forall v open free, weigh v open free = map (fun a => (load v (N.land open (hits a)), a)) free.
Proof. intros [|x v] open free; auto. unfold weigh. apply map_ext. intro a. rewrite common_spec. auto. Qed.

(** The [k]-th largest gain: the largest, the next one below it, and so on, until [k] of them are at least that. *)
Definition largest (gains : list (N * candidate)) : N :=
  fold_left (fun best g => if best <? fst g then fst g else best) gains 0.
Fixpoint large (passes : nat) (k : N) (gains : list (N * candidate)) : N :=
  let t := largest gains in
  match passes with
  | O => t
  | S passes =>
      let rest := filter (fun g => fst g <? t) gains in
      let equal := N.of_nat (length gains - length rest) in
      match rest with
      | [] => if k <=? equal then t else 0
      | _ :: _ => if k <=? equal then t else large passes (k - equal) rest
      end
  end.

(** No [k] of these gain more. It is their sum if [t] is the [k]-th largest gain, and a bound for any [t]. *)
Definition most_of (k : nat) (t : N) (gains : list (N * candidate)) : N :=
  N.of_nat k * t + sum (fun g => fst g - t) gains.

(** The free candidates that may be part of a set below the node. *)
Definition bound (v : vector) (open : N) (free : list candidate) (left : nat) : list candidate :=
  match left with
  | O => []
  | S fewer =>
      let whole := load v open in
      let gains := weigh v open free in
      let best k := most_of k (large k (N.of_nat k) gains) gains in
      if best left <? whole then []
      else let rest := best fewer in map snd (filter (fun g => whole <=? fst g + rest) gains)
  end.

(** The options of an item that is still open. *)
Definition options_of (open i : N) : option N := if N.testbit open i then nth_error items (N.to_nat i) else None.

(** The first open item with the fewest free options. [open] begins with the item [i]. *)
Fixpoint fewest (open free : N) (rest : list N) (i best least : N) : N :=
  match rest with
  | [] => best
  | o :: rest =>
      if N.odd open then
        let many := common o free in
        if many <? least then fewest (N.div2 open) free rest (N.succ i) i many
        else fewest (N.div2 open) free rest (N.succ i) best least
      else fewest (N.div2 open) free rest (N.succ i) best least
  end.

(** Bound, and read the item to branch on, or a vector to bound again. *)
Fixpoint pick (open : N) (left : nat) (v : vector) (free : list candidate) (data : list N) {struct data}
    : option (list candidate * N * list N) :=
  let kept := bound v open free left in
  match kept with
  | [] => Some ([], 0, data)
  | _ :: _ =>
      if (left <=? alone)%nat then
        let large := N.succ (N.of_nat (length candidates)) in
        match options_of open (fewest open (numbers kept) items 0 0 large) with
        | Some o => Some (kept, o, data)
        | None => None
        end
      else
        match data with
        | [] => None
        | code :: data =>
            let many := N.of_nat (length items) in
            if code <? many then
              match options_of open code with Some o => Some (kept, o, data) | None => None end
            else
              match nth_error vectors (N.to_nat (code - many)) with
              | Some v => pick open left v kept data
              | None => None
              end
        end
  end.

(** The codes that are left to read, and how many nodes may follow. *)
Definition state : Set := list N * N.

Definition keeps (chosen free : N) (p : permutation) : bool :=
  if pull p chosen =? chosen then pull p free =? free else false.

(** The candidate and its images under what keeps the node. *)
Definition orbit (g : list permutation) (chosen : N) (free : list candidate) (a : candidate) : N :=
  match g with
  | [] => bit (number a)
  | _ :: _ =>
      let all := numbers free in
      N.lor (bit (number a)) (union (fun p => bit (image p (number a))) (filter (keeps chosen all) g))
  end.

(** The options in turn: each is chosen, then no longer free, and its orbit neither. *)
Fixpoint children (visit : candidate -> list candidate -> state -> option (list N * state)) (g : list permutation)
    (chosen : N) (options free : list candidate) (s : state) : option (list N * state) :=
  match options with
  | [] => Some ([], s)
  | a :: options =>
      if existsb (fun b => number b =? number a) free then
        match visit a free s with
        | None => None
        | Some (met, s) =>
            match children visit g chosen options (without (orbit g chosen free a) free) s with
            | None => None
            | Some (more, s) => Some (met ++ more, s)
            end
        end
      else children visit g chosen options free s
  end.

(** What is free below a child. *)
Definition beside (a : candidate) (free : list candidate) : list candidate :=
  without (N.lor (bit (number a)) (rivals a)) free.

Definition ones : vector := [].

(** The options of a node that is still open; [o] are those of its item. *)
Definition arrange (open : N) (free : list candidate) (o : N) : list candidate :=
  map snd (Order.sort (weigh ones open (within o free))).

Fixpoint walk (left depth : nat) (g : list permutation) (chosen open : N) (free : list candidate) (s : state)
    : option (list N * state) :=
  if snd s =? 0 then None
  else
    let below met options free s :=
      match left with
      | O => Some (met, s)
      | S fewer =>
          let g := if (depth <? 2)%nat then filter (keeps chosen (numbers free)) g else [] in
          let visit a free s :=
            walk fewer (S depth) g (N.lor chosen (bit (number a))) (N.ldiff open (hits a)) (beside a free) s in
          match children visit g chosen options free s with
          | None => None
          | Some (more, s) => Some (met ++ more, s)
          end
      end in
    if open =? 0 then below [chosen] free free (fst s, N.pred (snd s))
    else
      match pick open left ones free (fst s) with
      | None => None
      | Some (free, o, data) => below [] (arrange open free o) free (data, N.pred (snd s))
      end.

(** ** Sets that the walk must meet *)

Definition hits_all (s : N) : Prop := forall o, In o items -> exists c, N.testbit s c = true /\ N.testbit o c = true.
Definition peaceful (s : N) : Prop :=
  forall a b, In a candidates -> inside s a = true -> N.testbit s b = true -> N.testbit (rivals a) b = false.
Definition of_candidates (s : N) : Prop := forall c, N.testbit s c = true -> exists a, In a candidates /\ number a = c.
Definition solution (s : N) : Prop := of_candidates s /\ hits_all s /\ peaceful s.

(** [s] is below a node: it has all that is chosen, and otherwise at most [left] free candidates. *)
Record below (chosen open : N) (free : list candidate) (left : nat) (s : N) : Prop := Below {
  its_solution : solution s;
  its_chosen : forall c, N.testbit chosen c = true -> N.testbit s c = true;
  its_rest : forall c, N.testbit s c = true -> N.testbit chosen c = true \/ exists a, In a free /\ number a = c;
  its_free : forall a, In a free -> In a candidates;
  its_numbers : NoDup (map number free);
  its_own : forall a, In a free -> N.testbit chosen (number a) = false;
  its_number : (length (filter (inside s) free) <= left)%nat;
  its_open : forall i, N.testbit open i = true ->
    exists o, nth_error items (N.to_nat i) = Some o /\ forall c, N.testbit chosen c = true -> N.testbit o c = false
}.

(** ** Lists *)

Lemma NoDup_filter_numbers : forall (P : candidate -> bool) l, NoDup (map number l) -> NoDup (map number (filter P l)).
Proof.
  induction l as [|a l IH]; simpl; intro H; auto. inversion H; subst.
  destruct (P a); simpl; auto. constructor; auto.
  intro I; apply in_map_iff in I as (x & E & J); apply filter_In in J as [J _]. apply H2, in_map_iff; eauto.
Qed.

Lemma filter_filter_length : forall (P Q : candidate -> bool) l,
  (length (filter P (filter Q l)) <= length (filter P l))%nat.
Proof.
  induction l as [|a l IH]; simpl; auto. destruct (Q a); simpl; destruct (P a); simpl; lia.
Qed.

Lemma weigh_filter : forall v open free (P : N -> bool),
  map snd (filter (fun g => P (fst g)) (weigh v open free)) = filter (fun a => P (load v (N.land open (hits a)))) free.
Proof.
  intros. rewrite weigh_spec. revert P. induction free as [|a l IH]; simpl; intro P; auto.
  destruct (P (load v (N.land open (hits a)))); simpl; rewrite IH; auto.
Qed.

(** A sum over some, at most [k], of a list is at most [k t] and what is above [t]. *)
Lemma sum_of_some : forall v open (P : candidate -> bool) t free k,
  (length (filter P free) <= k)%nat ->
  sum (fun a => load v (N.land open (hits a))) (filter P free) <= most_of k t (weigh v open free).
Proof.
  intros v open P t free k H; unfold most_of.
  assert (sum (fun a => load v (N.land open (hits a))) (filter P free)
    <= N.of_nat (length (filter P free)) * t + sum (fun g => fst g - t) (weigh v open free)) as B.
  { clear H; rewrite weigh_spec; induction free as [|a l IH]; simpl; [lia|]. destruct (P a); simpl length; simpl sum; lia. }
  assert (N.of_nat (length (filter P free)) <= N.of_nat k) by lia. nia.
Qed.

Definition others (s : N) (a b : candidate) : bool := if number b =? number a then false else inside s b.

(** A member beside the others. *)
Lemma member_and_others : forall s a l, NoDup (map number l) -> In a l -> inside s a = true ->
  length (filter (inside s) l) = S (length (filter (others s a) l)) /\
  forall f, sum f (filter (inside s) l) = f a + sum f (filter (others s a) l).
Proof.
  induction l as [|b l IH]; simpl; intros D I H; [easy|]. inversion D; subst. destruct I as [<- | I].
  - assert (filter (others s b) l = filter (inside s) l) as E.
    { apply filter_ext_in; intros x J; unfold others. destruct (N.eqb_spec (number x) (number b)); auto.
      elim H2; apply in_map_iff; eauto. }
    assert (others s b b = false) as -> by (unfold others; rewrite N.eqb_refl; auto). rewrite H, E; auto.
  - destruct (IH H3 I H) as [L F].
    assert (others s a b = inside s b) as ->.
    { unfold others; destruct (N.eqb_spec (number b) (number a)); auto. elim H2; apply in_map_iff; eauto. }
    destruct (inside s b); simpl; split; auto; intros; rewrite ?L, ?F; auto; lia.
Qed.

Lemma others_length : forall s a (P : candidate -> bool) l,
  (forall x, In x l -> P x = true -> number x <> number a) ->
  (length (filter (inside s) (filter P l)) <= length (filter (others s a) l))%nat.
Proof.
  induction l as [|x l IH]; simpl; intro D; auto.
  assert (length (filter (inside s) (filter P l)) <= length (filter (others s a) l))%nat by auto.
  destruct (P x) eqn:O; simpl.
  - assert (others s a x = inside s x) as ->.
    { unfold others. destruct (N.eqb_spec (number x) (number a)) as [Y|]; auto. elim (D x (or_introl eq_refl) O Y). }
    destruct (inside s x); simpl; lia.
  - destruct (others s a x); simpl; lia.
Qed.

(** ** Bounds

    The members of a set below a node that are free hit all that is open. So they gain all of it, and at most [left]
    of them do. *)

Hypothesis hits_are_known : forall a i o, In a candidates ->
  nth_error items (N.to_nat i) = Some o -> N.testbit o (number a) = true -> N.testbit (hits a) i = true.

Lemma open_has_free_option : forall chosen open free left s i o, below chosen open free left s ->
  N.testbit open i = true -> nth_error items (N.to_nat i) = Some o ->
  exists a, In a free /\ inside s a = true /\ N.testbit o (number a) = true.
Proof.
  intros * B H E. destruct (its_open _ _ _ _ _ B i H) as (o' & E' & N'). rewrite E in E'; injection E' as <-.
  destruct (its_solution _ _ _ _ _ B) as (_ & A & _).
  destruct (A o (nth_error_In _ _ E)) as (c & Hs & Ho).
  destruct (its_rest _ _ _ _ _ B c Hs) as [C | (a & I & <-)]; [rewrite (N' c C) in Ho; discriminate | eauto].
Qed.

Lemma members_gain_all : forall v chosen open free left s, below chosen open free left s ->
  load v open <= sum (fun a => load v (N.land open (hits a))) (filter (inside s) free).
Proof.
  intros * B. apply load_covered; intros i H. apply union_spec.
  destruct (its_open _ _ _ _ _ B i H) as (o & E & _).
  destruct (open_has_free_option _ _ _ _ _ _ _ B H E) as (a & I & Hs & Ho).
  exists a; split; [apply filter_In; auto|]. rewrite N.land_spec, H; simpl.
  apply hits_are_known with o; auto. apply (its_free _ _ _ _ _ B); auto.
Qed.

Lemma below_filter : forall (P : candidate -> bool) chosen open free left s, below chosen open free left s ->
  (forall a, In a free -> inside s a = true -> P a = true) -> below chosen open (filter P free) left s.
Proof.
  intros * B H; destruct B; constructor; auto.
  - intros c J; destruct (its_rest0 c J) as [? | (a & I & <-)]; auto.
    right; exists a; split; auto. apply filter_In; auto.
  - intros a I; apply filter_In in I as []; auto.
  - apply NoDup_filter_numbers; auto.
  - intros a I; apply filter_In in I as []; auto.
  - eapply Nat.le_trans; [apply filter_filter_length | auto].
Qed.

Lemma bound_sound : forall v chosen open free left s, below chosen open free left s ->
  open <> 0 -> below chosen open (bound v open free left) left s.
Proof.
  intros * B O. pose proof (members_gain_all v _ _ _ _ _ B) as G. unfold bound. destruct left as [|fewer].
  - (* none may be chosen, and something is open *)
    elim O; apply empty_no_bits; intro i. destruct (N.testbit open i) eqn:H; auto.
    destruct (its_open _ _ _ _ _ B i H) as (o & E & _).
    destruct (open_has_free_option _ _ _ _ _ _ _ B H E) as (a & I & Hs & _).
    assert (In a (filter (inside s) free)) as J by (apply filter_In; auto).
    pose proof (its_number _ _ _ _ _ B). destruct (filter (inside s) free); simpl in *; [easy | lia].
  - cbv zeta. set (t := large (S fewer) _ _). set (u := large fewer _ _).
    destruct (N.ltb_spec (most_of (S fewer) t (weigh v open free)) (load v open)) as [L | L].
    + pose proof (sum_of_some v open (inside s) t free (S fewer) (its_number _ _ _ _ _ B)); lia.
    + rewrite (weigh_filter v open free (fun g => load v open <=? g + most_of fewer u (weigh v open free))).
      apply below_filter; auto; intros a I H. apply N.leb_le.
      destruct (member_and_others s a free (its_numbers _ _ _ _ _ B) I H) as [M F].
      rewrite F in G. pose proof (its_number _ _ _ _ _ B).
      pose proof (sum_of_some v open (others s a) u free fewer ltac:(lia)). lia.
Qed.

Lemma pick_sound : forall data chosen open left v free s kept o rest, below chosen open free left s -> open <> 0 ->
  pick open left v free data = Some (kept, o, rest) ->
  below chosen open kept left s /\ exists a, In a kept /\ inside s a = true /\ N.testbit o (number a) = true.
Proof.
  assert (forall chosen open left free s i o, below chosen open free left s -> options_of open i = Some o ->
    exists a, In a free /\ inside s a = true /\ N.testbit o (number a) = true) as Known.
  { unfold options_of; intros * B E. destruct (N.testbit open i) eqn:H; [|discriminate].
    eapply open_has_free_option; eauto. }
  assert (forall chosen open left s, below chosen open [] left s -> open <> 0 -> False) as Empty.
  { intros * B O; apply O, empty_no_bits; intro i. destruct (N.testbit open i) eqn:H; auto.
    destruct (its_open _ _ _ _ _ B i H) as (o & E & _).
    destruct (open_has_free_option _ _ _ _ _ _ _ B H E) as (a & [] & _). }
  induction data as [|code data IH]; intros * B O E; simpl in E;
    pose proof (bound_sound v _ _ _ _ _ B O) as K; destruct (bound v open free left) as [|b l];
    try (elim (Empty _ _ _ _ K O); fail);
    destruct (left <=? alone)%nat; try discriminate;
    try (destruct (options_of open (fewest _ _ _ _ _ _)) eqn:F; [injection E as <- <- <-; eauto | discriminate]).
  destruct (code <? _).
  - destruct (options_of open code) eqn:F; [injection E as <- <- <-; eauto | discriminate].
  - destruct (nth_error vectors _); [eauto | discriminate].
Qed.

(** ** Symmetries

    A permutation that keeps the items and the rivals takes solutions to solutions. *)

Record symmetric (p : permutation) : Prop := Symmetric {
  of_all : map fst p = map number candidates;
  to_some : forall c d, In (c, d) p -> exists a, In a candidates /\ number a = d;
  to_different : NoDup (map snd p);
  keeps_items : forall o, In o items -> In (push p o) items;
  keeps_rivals : forall a b, In a candidates -> In b candidates -> In (number a, number b) p ->
    push p (rivals a) = rivals b
}.

Hypothesis group_symmetric : forall p, In p group -> symmetric p.
Hypothesis candidates_differ : NoDup (map number candidates).

Lemma pull_spec : forall p s c, N.testbit (pull p s) c = true <-> exists d, In (c, d) p /\ N.testbit s d = true.
Proof.
  intros; unfold pull; rewrite union_spec; split.
  - intros ([e d] & I & H); simpl in H. destruct (N.testbit s d) eqn:D; [|rewrite N.bits_0 in H; discriminate].
    rewrite bit_spec in H; apply N.eqb_eq in H as <-; eauto.
  - intros (d & I & D); exists (c, d); split; auto. simpl; rewrite D, bit_spec; apply N.eqb_refl.
Qed.

Lemma push_spec : forall p s d, N.testbit (push p s) d = true <-> exists c, In (c, d) p /\ N.testbit s c = true.
Proof.
  intros; unfold push; rewrite union_spec; split.
  - intros ([c e] & I & H); simpl in H. destruct (N.testbit s c) eqn:D; [|rewrite N.bits_0 in H; discriminate].
    rewrite bit_spec in H; apply N.eqb_eq in H as <-; eauto.
  - intros (c & I & D); exists (c, d); split; auto. simpl; rewrite D, bit_spec; apply N.eqb_refl.
Qed.

Lemma numbers_spec : forall l c, N.testbit (numbers l) c = true <-> exists a, In a l /\ number a = c.
Proof.
  intros; unfold numbers; rewrite union_spec; split; intros (a & I & H); exists a; split; auto; rewrite bit_spec in *.
  - apply N.eqb_eq; auto.
  - apply N.eqb_eq; auto.
Qed.

Lemma pull_solution : forall p s, symmetric p -> solution s -> solution (pull p s).
Proof.
  intros p s P (R & A & Q). repeat split.
  - intros c H; apply pull_spec in H as (d & I & _). apply (in_map fst) in I; rewrite (of_all p P) in I; simpl in I.
    apply in_map_iff in I as (a & <- & I); eauto.
  - intros o I. destruct (A _ (keeps_items p P o I)) as (d & Hs & Ho).
    apply push_spec in Ho as (c & J & Ho). exists c; split; auto. apply pull_spec; eauto.
  - intros a b I Ha Hb. apply pull_spec in Ha as (d & J & Ha). apply pull_spec in Hb as (e & K & Hb).
    destruct (to_some p P _ _ J) as (a' & I' & <-).
    destruct (N.testbit (rivals a) b) eqn:E; auto.
    assert (N.testbit (rivals a') e = true) as F by (rewrite <- (keeps_rivals p P a a') by auto; apply push_spec; eauto).
    rewrite (Q a' e I' Ha Hb) in F; discriminate.
Qed.

Lemma pairs_of_one : forall {A B} (p : list (A * B)) c d e, NoDup (map fst p) -> In (c, d) p -> In (c, e) p -> d = e.
Proof.
  induction p as [|[x y] p IH]; simpl; intros c d e D I J; [easy|]. inversion D as [|? ? N ?]; subst.
  destruct I as [I | I], J as [J | J]; try congruence; eauto; exfalso; apply N.
  - injection I as -> ->; exact (in_map fst _ _ J).
  - injection J as -> ->; exact (in_map fst _ _ I).
Qed.

Lemma pairs_to_one : forall {A B} (p : list (A * B)) c d e, NoDup (map snd p) -> In (c, e) p -> In (d, e) p -> c = d.
Proof.
  induction p as [|[x y] p IH]; simpl; intros c d e D I J; [easy|]. inversion D as [|? ? N ?]; subst.
  destruct I as [I | I], J as [J | J]; try congruence; eauto; exfalso; apply N.
  - injection I as -> ->; exact (in_map snd _ _ J).
  - injection J as -> ->; exact (in_map snd _ _ I).
Qed.

Lemma one_of_a_number : forall a b, In a candidates -> In b candidates -> number a = number b -> a = b.
Proof.
  intros a b I J E. apply (pairs_of_one (map (fun x => (number x, x)) candidates) (number a)).
  - rewrite map_map; auto.
  - apply in_map_iff; eauto.
  - rewrite E; apply in_map_iff; eauto.
Qed.

Lemma image_pair : forall p a, symmetric p -> In a candidates -> In (number a, image p (number a)) p.
Proof.
  intros p a P I. assert (In (number a) (map fst p)) as J by (rewrite (of_all p P); apply in_map; auto).
  apply in_map_iff in J as ([c d] & E & J). unfold image.
  destruct (find _ p) as [[c' d']|] eqn:F.
  - apply find_some in F as [F G]; simpl in G; apply N.eqb_eq in G as ->; auto.
  - apply find_none with (x := (c, d)) in F; auto. simpl in *. apply N.eqb_neq in F; contradiction.
Qed.

(** What is below a node is pulled to what is below it, by a symmetry that keeps the node. *)
Lemma pull_below : forall p chosen open free left s, In p group -> keeps chosen (numbers free) p = true ->
  below chosen open free left s -> below chosen open free left (pull p s).
Proof.
  intros * I K B. pose proof (group_symmetric p I) as P. unfold keeps in K.
  destruct (N.eqb_spec (pull p chosen) chosen) as [C|]; [|discriminate]. apply N.eqb_eq in K.
  assert (NoDup (map fst p)) as Dp by (rewrite (of_all p P); auto).
  destruct B; constructor; auto.
  - apply pull_solution; auto.
  - intros c H. rewrite <- C in H. apply pull_spec in H as (d & J & H). apply pull_spec; eauto.
  - intros c H. apply pull_spec in H as (d & J & H). destruct (its_rest0 d H) as [L | F].
    + left. rewrite <- C. apply pull_spec; eauto.
    + right. apply numbers_spec. rewrite <- K. apply pull_spec. exists d; split; auto. apply numbers_spec; auto.
  - eapply Nat.le_trans; [|exact its_number0].
    rewrite <- (map_length (fun a => image p (number a)) (filter (inside (pull p s)) free)).
    rewrite <- (map_length number (filter (inside s) free)).
    apply NoDup_incl_length.
    + assert (forall l, (forall a, In a l -> In a candidates) -> NoDup (map number l) ->
        NoDup (map (fun a => image p (number a)) l)) as M.
      { induction l as [|a l IH]; simpl; intros L D; constructor; inversion D; subst; auto.
        intro J; apply in_map_iff in J as (b & E & J).
        assert (number b = number a) as F.
        { apply pairs_to_one with p (image p (number a)); [exact (to_different p P) | rewrite <- E |];
            apply image_pair; auto. }
        apply H1; apply in_map_iff; eauto. }
      apply M; [intros a J; apply filter_In in J as []; auto | apply NoDup_filter_numbers; auto].
    + intros d J. apply in_map_iff in J as (a & <- & J). apply filter_In in J as [J H].
      unfold inside in H. apply pull_spec in H as (d & Q & H).
      assert (N.testbit (numbers free) (number a) = true) as F by (apply numbers_spec; eauto).
      rewrite <- K in F. apply pull_spec in F as (e & R & F).
      rewrite (pairs_of_one p _ _ _ Dp (image_pair p a P (its_free0 a J)) Q).
      rewrite <- (pairs_of_one p _ _ _ Dp Q R) in F. apply numbers_spec in F as (b & L & E).
      apply in_map_iff; exists b; split; auto. apply filter_In; split; auto. unfold inside; rewrite E; auto.
Qed.

(** [m] is [s] or what symmetries pull it to, one after the other. *)
Inductive pulls_to : N -> N -> Prop :=
  | same : forall s, pulls_to s s
  | pulled : forall p s m, In p group -> pulls_to (pull p s) m -> pulls_to s m.

(** ** The theorem *)

Definition meets (met : list N) (s : N) : Prop := exists m, In m met /\ pulls_to s m.

Lemma meets_left : forall l m s, meets l s -> meets (l ++ m) s.
Proof. intros l m s (x & I & A); exists x; split; auto. apply in_or_app; auto. Qed.

Lemma meets_right : forall l m s, meets m s -> meets (l ++ m) s.
Proof. intros l m s (x & I & A); exists x; split; auto. apply in_or_app; auto. Qed.

Lemma orbit_spec : forall g chosen free a i, N.testbit (orbit g chosen free a) i = true -> i = number a \/
  exists p, In p g /\ keeps chosen (numbers free) p = true /\ i = image p (number a).
Proof.
  intros * H. assert (i = number a \/ exists p, In p (filter (keeps chosen (numbers free)) g) /\
    N.testbit (bit (image p (number a))) i = true) as [L | (p & I & E)].
  { unfold orbit in H; destruct g as [|q g].
    - rewrite bit_spec in H; apply N.eqb_eq in H; auto.
    - rewrite N.lor_spec, orb_true_iff, union_spec in H. destruct H as [H | H]; auto.
      rewrite bit_spec in H; apply N.eqb_eq in H; auto. }
  - auto.
  - apply filter_In in I as []. rewrite bit_spec in E; apply N.eqb_eq in E. eauto.
Qed.

Lemma orbit_has_its_own : forall g chosen free a, N.testbit (orbit g chosen free a) (number a) = true.
Proof.
  intros; unfold orbit; destruct g; [|rewrite N.lor_spec, orb_true_iff; left]; rewrite bit_spec; apply N.eqb_refl.
Qed.

(** If each visit to a child meets what has it, the children meet what has an option. A set that has another member of
    the orbit of a child is pulled to one that has the child. *)
Lemma children_sound : forall visit g chosen open left,
  (forall p, In p g -> In p group) ->
  (forall a free st met st' s, visit a free st = Some (met, st') -> In a free -> below chosen open free left s ->
    inside s a = true -> meets met s) ->
  forall options free st met st' s, children visit g chosen options free st = Some (met, st') ->
    (forall a, In a options -> In a candidates) -> below chosen open free left s ->
    (exists a, In a options /\ inside s a = true /\ N.testbit chosen (number a) = false) -> meets met s.
Proof.
  intros * G V. induction options as [|a options IH]; intros * E Y B (b & I & H & C); [easy|]. simpl in E.
  rewrite without_spec in E.
  destruct (existsb _ free) eqn:X.
  - destruct (visit a free st) as [[m st1]|] eqn:F; [|discriminate].
    destruct (children _ _ _ options _ st1) as [[more st2]|] eqn:L; [|discriminate]. injection E as <- <-.
    apply existsb_exists in X as (a' & J & Ea). apply N.eqb_eq in Ea.
    assert (a' = a) as ->.
    { apply one_of_a_number; auto; [apply (its_free _ _ _ _ _ B) | apply Y; left]; auto. }
    destruct (N.eq_dec (N.land s (orbit g chosen free a)) 0) as [Z | Z].
    + (* none of the orbit: it is left free *)
      assert (forall c, N.testbit s c = true -> N.testbit (orbit g chosen free a) c = false) as O.
      { intros c T. apply (f_equal (fun n => N.testbit n c)) in Z. rewrite N.land_spec, T, N.bits_0 in Z; auto. }
      apply meets_right. eapply IH; [exact L | intros; apply Y; right; auto | |].
      * apply below_filter; auto. intros x _ T. unfold outside. rewrite (O _ T); auto.
      * exists b; repeat split; auto. destruct I as [<- | I]; auto.
        pose proof (O _ H). pose proof (orbit_has_its_own g chosen free a). congruence.
    + (* one of the orbit *)
      apply meets_left.
      assert (exists c, N.testbit s c = true /\ N.testbit (orbit g chosen free a) c = true) as (c & T & O).
      { exists (N.log2 (N.land s (orbit g chosen free a))).
        pose proof (N.bit_log2 _ Z) as W. rewrite N.land_spec, andb_true_iff in W; auto. }
      apply orbit_spec in O as [-> | (p & P & K & ->)]; [eapply V; eauto|].
      assert (meets m (pull p s)) as (x & M & A).
      { eapply V; eauto; [apply pull_below; auto|]. apply pull_spec.
        exists (image p (number a)); split; auto. apply image_pair; auto. apply (its_free _ _ _ _ _ B); auto. }
      exists x; split; auto. eapply pulled; eauto.
  - eapply IH; eauto; [intros; apply Y; right; auto|]. exists b; repeat split; auto. destruct I as [<- | I]; auto.
    destruct (its_rest _ _ _ _ _ B _ H) as [T | (x & J & Ex)]; [congruence|].
    assert (existsb (fun b => number b =? number a) free = true) by
      (apply existsb_exists; exists x; split; auto; apply N.eqb_eq; auto). congruence.
Qed.

Lemma beside_below : forall chosen open free left s a, below chosen open free (S left) s -> In a free ->
  inside s a = true ->
  below (N.lor chosen (bit (number a))) (N.ldiff open (hits a)) (beside a free) left s.
Proof.
  intros * B I H. destruct B. destruct its_solution0 as (R & A & Q).
  assert (forall x, In x free -> inside s x = true -> number x <> number a ->
    outside (N.lor (bit (number a)) (rivals a)) x = true) as Out.
  { intros x J T D. unfold outside. rewrite N.lor_spec, bit_spec.
    destruct (N.eqb_spec (number a) (number x)); [congruence|]. rewrite (Q a (number x)); auto. }
  unfold beside; rewrite without_spec; constructor; auto.
  - repeat split; auto.
  - intros c T. rewrite N.lor_spec, bit_spec, orb_true_iff in T. destruct T as [T | T]; auto.
    apply N.eqb_eq in T as <-; auto.
  - intros c T. rewrite N.lor_spec, bit_spec, orb_true_iff. destruct (N.eqb_spec (number a) c); auto.
    destruct (its_rest0 c T) as [? | (x & J & <-)]; auto. right; exists x; split; auto. apply filter_In; auto.
  - intros x J; apply filter_In in J as []; auto.
  - apply NoDup_filter_numbers; auto.
  - intros x J; apply filter_In in J as [J O]. unfold outside in O.
    rewrite N.lor_spec, negb_true_iff, orb_false_iff in *. rewrite (its_own0 x J). tauto.
  - destruct (member_and_others s a free its_numbers0 I H) as [L _].
    rewrite L in its_number0.
    assert (forall x, In x free -> outside (N.lor (bit (number a)) (rivals a)) x = true -> number x <> number a) as D.
    { intros x _ O E. unfold outside in O. rewrite N.lor_spec, bit_spec, E, N.eqb_refl in O; discriminate. }
    pose proof (others_length s a _ free D). lia.
  - intros i T. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in T. destruct T as [T O].
    destruct (its_open0 i T) as (o & E & K). exists o; split; auto. intros c C.
    rewrite N.lor_spec, bit_spec, orb_true_iff in C. destruct C as [C | C]; auto. apply N.eqb_eq in C as <-.
    destruct (N.testbit o (number a)) eqn:X; auto. rewrite (hits_are_known a i o) in O; auto.
Qed.

Lemma arrange_spec : forall a open free o,
  In a (arrange open free o) <-> In a free /\ N.testbit o (number a) = true.
Proof.
  intros. unfold arrange. rewrite weigh_spec, within_spec.
  assert (forall l, In a (map snd (Order.sort l)) <-> In a (map snd l)) as P.
  { intro l. pose proof (Order.Permuted_sort l) as P. apply (Permutation_map snd) in P.
    split; apply Permutation_in; [apply Permutation_sym|]; auto. }
  rewrite P, map_map, map_id, filter_In. reflexivity.
Qed.

Definition meets_all (left : nat) : Prop := forall depth g chosen open free st met st',
  (forall p, In p g -> In p group) ->
  walk left depth g chosen open free st = Some (met, st') ->
  forall s, below chosen open free left s -> meets met s.

(** The children of a node, as [walk] visits them. *)
Lemma visits_sound : forall left, meets_all left -> forall depth g chosen open options free st met st',
  (forall p, In p g -> In p group) ->
  children (fun a free st =>
      walk left depth g (N.lor chosen (bit (number a))) (N.ldiff open (hits a)) (beside a free) st)
    g chosen options free st = Some (met, st') ->
  forall s, (forall a, In a options -> In a candidates) -> below chosen open free (S left) s ->
  (exists a, In a options /\ In a free /\ inside s a = true) -> meets met s.
Proof.
  intros * M * G E s Y B (a & I & J & H).
  eapply children_sound; [exact G | | exact E | exact Y | exact B |].
  - intros b free' st1 met1 st2 s' V I' B' H'. cbv beta in V.
    eapply M; [exact G | exact V | apply beside_below; auto].
  - exists a; repeat split; auto. apply (its_own _ _ _ _ _ B); auto.
Qed.

(** A set below a node that has no free candidate is what is chosen there. *)
Lemma nothing_free : forall chosen open free left s, below chosen open free left s ->
  (forall a, In a free -> inside s a = false) -> s = chosen.
Proof.
  intros * B F. apply N.bits_inj; intro c. destruct (N.testbit chosen c) eqn:C.
  - apply (its_chosen _ _ _ _ _ B); auto.
  - destruct (N.testbit s c) eqn:T; auto. destruct (its_rest _ _ _ _ _ B c T) as [? | (a & I & <-)]; [congruence|].
    unfold inside in F; rewrite (F a I) in T; auto.
Qed.

Lemma none_left : forall chosen open free s, below chosen open free 0 s -> forall a, In a free -> inside s a = false.
Proof.
  intros * B a I. destruct (inside s a) eqn:H; auto.
  assert (In a (filter (inside s) free)) as J by (apply filter_In; auto).
  pose proof (its_number _ _ _ _ _ B). destruct (filter (inside s) free); simpl in *; [easy | lia].
Qed.

Lemma met_here : forall chosen more s, s = chosen -> meets (chosen :: more) s.
Proof. intros; subst; exists chosen; split; [left; auto | constructor]. Qed.

Theorem walk_sound : forall left, meets_all left.
Proof.
  assert (forall (b : bool) chosen all (g : list permutation), (forall p, In p g -> In p group) ->
    forall p, In p (if b then filter (keeps chosen all) g else []) -> In p group) as Fewer.
  { intros [] * G p I; [apply filter_In in I as []; auto | easy]. }
  induction left as [|left IH]; intros depth g chosen open free st met st' G E s B; simpl in E;
    destruct (snd st =? 0); try discriminate; destruct (N.eqb_spec open 0) as [O | O].
  - injection E as <- <-. apply met_here. eapply nothing_free; [exact B | eapply none_left; eauto].
  - destruct (pick open 0 ones free (fst st)) as [[[kept o] data]|] eqn:P; [|discriminate].
    destruct (pick_sound _ _ _ _ _ _ _ _ _ _ B O P) as (K & a & I & H & _).
    rewrite (none_left _ _ _ _ K a I) in H; discriminate.
  - destruct (children _ _ _ _ _ _) as [[more st2]|] eqn:F; [|discriminate]. injection E as <- <-.
    destruct (existsb (inside s) free) eqn:X.
    + apply (meets_right [chosen]). apply existsb_exists in X as (a & I & H).
      eapply visits_sound; [exact IH | | exact F | | exact B | eauto].
      * apply Fewer; auto.
      * apply (its_free _ _ _ _ _ B).
    + apply met_here. eapply nothing_free; [exact B|]. intros a I. destruct (inside s a) eqn:H; auto.
      assert (existsb (inside s) free = true) by (apply existsb_exists; eauto). congruence.
  - destruct (pick open (S left) ones free (fst st)) as [[[kept o] data]|] eqn:P; [|discriminate].
    destruct (pick_sound _ _ _ _ _ _ _ _ _ _ B O P) as (K & a & I & H & T).
    destruct (children _ _ _ _ _ _) as [[more st2]|] eqn:F; [|discriminate]. injection E as <- <-.
    eapply visits_sound; [exact IH | | exact F | | exact K | exists a; rewrite arrange_spec; auto].
    + apply Fewer; auto.
    + intros x J. apply arrange_spec in J as [J _]. apply (its_free _ _ _ _ _ K); auto.
Qed.

End Walk.
