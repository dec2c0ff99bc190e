(** * How many sets dominate, and how many up to symmetry

    A tree for sets of [k] squares meets one at least of each kind. Here the images of those that it meets are counted:
    all, and the least one of each kind. [sets_by] at the end is what the theorems use. *)

Require Import Arith NArith ZArith List Lia Bool Orders Mergesort Permutation Sorted.
From Rookery Require Import Chess Bits Tree Checker Packing Board.
Import ListNotations.
Open Scope Z_scope.

(** ** Sets as lists in order *)

Definition squares_of (n : Z) (m : N) : list square := map (square_of n) (filter (N.testbit m) (all_numbers n)).
Definition on (n : Z) (D : list square) : Prop := forall d, In d D -> on_board n d.

Lemma set_of_same : forall n D E, (forall s, In s D <-> In s E) -> set_of n D = set_of n E.
Proof.
  intros n D E H. apply N.bits_inj; intro c. apply eq_true_iff_eq. rewrite !set_of_spec.
  split; intros (d & I & <-); exists d; split; auto; apply H; auto.
Qed.

Lemma squares_on : forall n m, on n (squares_of n m).
Proof.
  intros n m s I. apply in_map_iff in I as (c & <- & I). apply filter_In in I as [I _]. apply square_on_board; auto.
Qed.

Lemma squares_of_set : forall n D, on n D -> forall s, In s (squares_of n (set_of n D)) <-> In s D.
Proof.
  intros n D O s. unfold squares_of. rewrite in_map_iff. split.
  - intros (c & <- & I). apply filter_In in I as [_ I]. apply set_of_spec in I as (d & I & <-).
    rewrite square_of_number; auto.
  - intro I. exists (number_of n s). rewrite square_of_number by auto. split; auto.
    apply filter_In; split; [apply number_is_listed; auto | apply set_of_spec; eauto].
Qed.

Lemma set_of_squares : forall n D, on n D -> set_of n (squares_of n (set_of n D)) = set_of n D.
Proof. intros n D O. apply set_of_same, squares_of_set; auto. Qed.

Lemma sorted_filter : forall {A} (R : A -> A -> Prop) P l, StronglySorted R l -> StronglySorted R (filter P l).
Proof.
  induction l as [|a l IH]; simpl; intro S; auto. inversion S as [|? ? S' F]; subst. destruct (P a); auto.
  constructor; auto. rewrite Forall_forall in *. intros x I; apply filter_In in I as []; auto.
Qed.

Lemma sorted_map : forall {A B} (R : A -> A -> Prop) (Q : B -> B -> Prop) (f : A -> B) l,
  (forall a b, In a l -> In b l -> R a b -> Q (f a) (f b)) -> StronglySorted R l -> StronglySorted Q (map f l).
Proof.
  induction l as [|a l IH]; simpl; intros H S; constructor; inversion S as [|? ? S' F]; subst.
  - apply IH; auto.
  - rewrite Forall_forall in *. intros x I. apply in_map_iff in I as (b & <- & I). apply H; auto.
Qed.

Lemma squares_in_order : forall n m, in_order (squares_of n m).
Proof.
  intros n m. unfold in_order, squares_of. apply sorted_map with (R := N.lt).
  - intros c d I J L. apply filter_In in I as [I _]. apply square_on_board in I.
    unfold before, square_of; cbn [fst snd].
    assert (0 < n) by (destruct I as [? _]; unfold square_of in *; cbn [fst snd] in *; lia).
    pose proof (Z.div_le_mono (Z.of_N c) (Z.of_N d) n ltac:(lia) ltac:(lia)).
    pose proof (Z.div_mod (Z.of_N c) n ltac:(lia)). pose proof (Z.div_mod (Z.of_N d) n ltac:(lia)). nia.
  - apply sorted_filter. unfold all_numbers. generalize 0%nat. generalize (Z.to_nat n * Z.to_nat n)%nat.
    induction n0 as [|k IH]; intro start; simpl; constructor; auto.
    apply Forall_forall. intros x I. apply in_map_iff in I as (y & <- & I). apply in_seq in I. lia.
Qed.

Lemma before_itself : forall s, ~ before s s.
Proof. unfold before; intros s []; lia. Qed.

Lemma in_order_NoDup : forall D, in_order D -> NoDup D.
Proof.
  induction 1 as [|a D S IH F]; constructor; auto. rewrite Forall_forall in F. intro I. elim (before_itself a); auto.
Qed.

Lemma in_order_unique : forall D E, in_order D -> in_order E -> (forall s, In s D <-> In s E) -> D = E.
Proof.
  induction D as [|a D IH]; intros [|b E] SD SE H; auto.
  - destruct (proj2 (H b)); left; auto.
  - destruct (proj1 (H a)); left; auto.
  - inversion SD as [|? ? SD' FD]; inversion SE as [|? ? SE' FE]; subst. rewrite Forall_forall in FD, FE.
    assert (a = b) as <-.
    { destruct (proj1 (H a) (or_introl eq_refl)) as [|I]; auto.
      destruct (proj2 (H b) (or_introl eq_refl)) as [|J]; auto.
      specialize (FE _ I); specialize (FD _ J). unfold before in *; lia. }
    f_equal. apply IH; auto. intro s. split; intro I.
    + destruct (proj1 (H s) (or_intror I)) as [<- | ]; auto. elim (before_itself a); auto.
    + destruct (proj2 (H s) (or_intror I)) as [<- | ]; auto. elim (before_itself a); auto.
Qed.

(** ** Symmetries *)

Lemma mirror_twice : forall n z, n - 1 - (n - 1 - z) = z.
Proof. intros; lia. Qed.

Ltac each_symmetry H := repeat (destruct H as [<- | H]); [..| destruct H].

Lemma symmetry_on : forall n f s, In f (symmetries n) -> on_board n s -> on_board n (f s).
Proof. intros n f [r c] I O. unfold on_board in *. simpl in *. each_symmetry I; simpl; lia. Qed.

Lemma symmetry_inverse : forall n f, In f (symmetries n) ->
  exists g, In g (symmetries n) /\ (forall s, g (f s) = s) /\ (forall s, f (g s) = s).
Proof.
  intros n f I.
  assert (forall i, (forall s, nth i (symmetries n) f (f s) = s) /\ (forall s, f (nth i (symmetries n) f s) = s) ->
    exists g, In g (symmetries n) /\ (forall s, g (f s) = s) /\ (forall s, f (g s) = s)) as X.
  { intros i H. exists (nth i (symmetries n) f). split; auto.
    destruct (nth_in_or_default i (symmetries n) f) as [ | ->]; auto. }
  simpl in I. each_symmetry I;
    [apply (X 0%nat) | apply (X 1%nat) | apply (X 2%nat) | apply (X 3%nat) | apply (X 4%nat) | apply (X 6%nat)
    | apply (X 5%nat) | apply (X 7%nat)]; split; intros []; simpl; rewrite ?mirror_twice; reflexivity.
Qed.

(** One after the other is a third. *)
Lemma symmetry_after : forall n f g, In f (symmetries n) -> In g (symmetries n) ->
  exists h, In h (symmetries n) /\ forall s, h s = g (f s).
Proof.
  intros n f g I J.
  assert (forall i, (i < 8)%nat -> (forall s, nth i (symmetries n) f s = g (f s)) ->
    exists h, In h (symmetries n) /\ forall s, h s = g (f s)) as X.
  { intros i L H. exists (nth i (symmetries n) f). split; auto. apply nth_In; exact L. }
  Ltac try_symmetry X i := apply (X i); [lia | intros []; simpl; rewrite ?mirror_twice; reflexivity].
  simpl in I, J. each_symmetry I; each_symmetry J;
    first [ try_symmetry X 0%nat | try_symmetry X 1%nat | try_symmetry X 2%nat | try_symmetry X 3%nat
          | try_symmetry X 4%nat | try_symmetry X 5%nat | try_symmetry X 6%nat | try_symmetry X 7%nat ].
Qed.

Lemma symmetry_attacks : forall p n f s t, In f (symmetries n) -> attacks p s t -> attacks p (f s) (f t).
Proof.
  intros p n f s t I [D A]. split.
  - destruct (symmetry_inverse n f I) as (g & _ & G & _). intro E. apply D. rewrite <- (G s), <- (G t), E; auto.
  - assert ((rows (f s) (f t) = rows s t /\ columns (f s) (f t) = columns s t) \/
      (rows (f s) (f t) = columns s t /\ columns (f s) (f t) = rows s t)) as [[-> ->] | [-> ->]].
    { unfold rows, columns. simpl in I. each_symmetry I; simpl; lia. }
    + exact A.
    + destruct p; tauto || lia.
Qed.

(** This is an equivalence relation. *)
Lemma equivalent_itself : forall n D, equivalent n D D.
Proof. intros n D. exists (fun s => s). split; [left; auto|]. rewrite map_id. tauto. Qed.

Lemma equivalent_back : forall n D E, equivalent n D E -> equivalent n E D.
Proof.
  intros n D E (f & I & H). destruct (symmetry_inverse n f I) as (g & J & G & _). exists g. split; auto.
  intro s. rewrite in_map_iff. split.
  - intro K. exists (f s). split; auto. apply H, in_map; auto.
  - intros (t & <- & K). apply H, in_map_iff in K as (d & <- & K). rewrite G; auto.
Qed.

Lemma equivalent_on : forall n A B C, equivalent n A B -> equivalent n B C -> equivalent n A C.
Proof.
  intros n A B C (f & I & F) (g & J & G). destruct (symmetry_after n f g I J) as (h & K & H). exists h. split; auto.
  intro s. rewrite G, !in_map_iff. split.
  - intros (t & <- & T). apply F, in_map_iff in T as (d & <- & T). eauto.
  - intros (d & <- & T). exists (f d). split; auto. apply F, in_map; auto.
Qed.

Lemma equivalent_same : forall n D E, (forall s, In s E <-> In s D) -> equivalent n D E.
Proof. intros n D E H. exists (fun s => s). split; [left; auto|]. rewrite map_id. auto. Qed.

Lemma equivalent_board : forall n D E, equivalent n D E -> on n D -> on n E.
Proof.
  intros n D E (f & I & H) O s J. apply H, in_map_iff in J as (d & <- & J). apply symmetry_on; auto.
Qed.

Lemma equivalent_length : forall n D E, NoDup D -> NoDup E -> equivalent n D E -> length D = length E.
Proof.
  assert (forall n D E, NoDup E -> equivalent n D E -> (length E <= length D)%nat) as L.
  { intros n D E N (f & _ & H). rewrite <- (map_length f D). apply NoDup_incl_length; auto. intros s I; apply H; auto. }
  intros n D E ND NE A. apply Nat.le_antisymm; [apply (L n E D) | apply (L n D E)]; auto. apply equivalent_back; auto.
Qed.

Lemma equivalent_dominating : forall p n D E, equivalent n D E -> dominating p n D -> NoDup E -> dominating p n E.
Proof.
  intros p n D E A (U & B & G) N. split; [|split]; auto.
  - exact (equivalent_board n D E A B).
  - intros s O. destruct A as (f & I & H). destruct (symmetry_inverse n f I) as (g & J & _ & FG).
    destruct (G (g s)) as (d & K & Q); [apply symmetry_on; auto|]. exists (f d). split; [apply H, in_map; auto|].
    destruct Q as [-> | Q]; [left; apply FG|]. right. rewrite <- (FG s). apply symmetry_attacks with n; auto.
Qed.

(** ** Images of a set, and the least of them *)

Definition images (n : Z) (m : N) : list N :=
  let D := squares_of n m in map (fun f => set_of n (map f D)) (symmetries n).

Definition least (n : Z) (m : N) : N := fold_right N.min (set_of n (squares_of n m)) (images n m).

Lemma images_spec : forall n D x, on n D ->
  In x (images n (set_of n D)) <-> exists E, on n E /\ x = set_of n E /\ equivalent n D E.
Proof.
  intros n D x O. unfold images. rewrite in_map_iff. split.
  - intros (f & <- & I). set (E := map f (squares_of n (set_of n D))).
    assert (forall s, In s E <-> In s (map f D)) as H.
    { intro s. unfold E. rewrite !in_map_iff. split; intros (d & <- & K); exists d; split; auto;
        apply (squares_of_set n D O); auto. }
    assert (equivalent n D E) as A by (exists f; auto). exists E. split; [exact (equivalent_board n D E A O) | auto].
  - intros (E & _ & -> & f & I & H). exists f. split; auto. apply set_of_same. intro s. rewrite H, !in_map_iff.
    split; intros (d & <- & K); exists d; split; auto; apply (squares_of_set n D O); auto.
Qed.

Lemma least_of_list : forall l y, In y l ->
  In (fold_right N.min y l) l /\ forall x, In x l -> (fold_right N.min y l <= x)%N.
Proof.
  intros l y I. assert (forall l, fold_right N.min y l = y \/ In (fold_right N.min y l) l) as M.
  { induction l0 as [|x l' IH]; simpl; auto.
    destruct (N.min_spec x (fold_right N.min y l')) as [[_ ->] | [_ ->]]; tauto. }
  split; [destruct (M l) as [-> | ]; auto|]. clear. induction l as [|z l IH]; simpl; [easy|].
  intros x [-> | J]; [|specialize (IH x J)]; lia.
Qed.

Lemma least_spec : forall n D, on n D -> exists E, on n E /\ least n (set_of n D) = set_of n E /\ equivalent n D E /\
  forall F, equivalent n D F -> (least n (set_of n D) <= set_of n F)%N.
Proof.
  intros n D O. unfold least. rewrite set_of_squares by auto.
  destruct (least_of_list (images n (set_of n D)) (set_of n D)) as [I L].
  { apply images_spec; auto. exists D. auto using equivalent_itself. }
  apply images_spec in I as (E & OE & Q & A); auto. rewrite Q in *. exists E. do 3 (split; [auto; fail|]).
  intros F AF. apply L, images_spec; auto. exists F. split; auto. exact (equivalent_board n D F AF O).
Qed.

Lemma least_equivalent : forall n D E, on n D -> equivalent n D E -> least n (set_of n D) = least n (set_of n E).
Proof.
  intros n D E O A. pose proof (equivalent_board n D E A O) as OE.
  destruct (least_spec n D O) as (D' & _ & ED & AD & LD), (least_spec n E OE) as (E' & _ & EE & AE & LE).
  apply N.le_antisymm.
  - rewrite EE. apply LD. apply equivalent_on with E; auto.
  - rewrite ED. apply LE. apply equivalent_on with D; auto. apply equivalent_back; auto.
Qed.

(** ** What a walk meets *)

Lemma pull_symmetry : forall n f D, In f (symmetries n) -> on n D ->
  exists E, on n E /\ equivalent n D E /\
    pull (map (fun c => (c, number_of n (f (square_of n c)))) (all_numbers n)) (set_of n D) = set_of n E.
Proof.
  intros n f D I O. destruct (symmetry_inverse n f I) as (g & J & GF & FG).
  assert (equivalent n D (map g D)) as A by (exists g; split; [auto | tauto]).
  exists (map g D). split; [exact (equivalent_board n D _ A O)|]. split; auto.
  apply N.bits_inj; intro c. apply eq_true_iff_eq. rewrite pull_spec, set_of_spec. split.
  - intros (d & K & H). apply in_map_iff in K as (e & [= -> <-] & K). apply set_of_spec in H as (s & L & H).
    exists (g s). split; [apply in_map; auto|]. apply square_on_board in K as B.
    assert (s = f (square_of n c)) as ->.
    { rewrite <- (square_of_number n s), H, square_of_number; auto. apply symmetry_on; auto. }
    rewrite GF. apply number_of_square; auto.
  - intros (t & K & <-). apply in_map_iff in K as (s & <- & K). exists (number_of n s).
    assert (on_board n (g s)) as B by (apply symmetry_on; auto).
    split; [|apply set_of_spec; eauto]. apply in_map_iff. exists (number_of n (g s)).
    rewrite square_of_number, FG by auto. split; auto. apply number_is_listed; auto.
Qed.

Lemma pulled_is_equivalent : forall n group, (forall p, In p group -> In p (board_symmetries n)) ->
  forall s m, pulls_to group s m -> forall D, on n D -> s = set_of n D ->
  exists E, on n E /\ equivalent n D E /\ m = set_of n E.
Proof.
  intros n group G s m H. induction H as [s | p s m I _ IH]; intros D O ->.
  - exists D. auto using equivalent_itself.
  - apply G, in_map_iff in I as (f & <- & I). destruct (pull_symmetry n f D I O) as (E & OE & A & P).
    destruct (IH E OE P) as (F & OF & B & ->). exists F. split; [|split]; auto. apply equivalent_on with E; auto.
Qed.

(** ** The checker *)

Module Rising <: TotalLeBool.
  Definition t : Set := N.
  Definition leb : N -> N -> bool := N.leb.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof. intros x y. unfold leb. rewrite !N.leb_le. lia. Qed.
End Rising.
Module Numbers := Sort Rising.

(** A sorted list, each of its members once. *)
Fixpoint squeeze (l : list N) : list N :=
  match l with
  | [] => []
  | x :: l => let rest := squeeze l in match rest with y :: _ => if (x =? y)%N then rest else x :: rest | [] => [x] end
  end.

Lemma squeeze_spec : forall l x, In x (squeeze l) <-> In x l.
Proof.
  induction l as [|y l IH]; intro x; [tauto|]. simpl. rewrite <- IH. destruct (squeeze l) as [|z r]; [simpl; tauto|].
  destruct (N.eqb_spec y z) as [-> | ]; simpl; tauto.
Qed.

Fixpoint rising (l : list N) : bool :=
  match l with [] => true | x :: l => match l with [] => true | y :: _ => if (x <? y)%N then rising l else
  false end end.

Lemma rising_NoDup : forall l, rising l = true -> NoDup l.
Proof.
  assert (forall l, rising l = true -> Sorted N.lt l) as S.
  { induction l as [|x [|y l] IH]; intro H; auto. simpl in H. destruct (N.ltb_spec x y); [|discriminate].
    constructor; auto. }
  intros l H. apply S, (Sorted_StronglySorted N.lt_trans) in H.
  induction H as [|x l _ IH F]; constructor; auto. rewrite Forall_forall in F. intro I. specialize (F x I). lia.
Qed.

(** The least set of each kind that is met. *)
Definition first_of_kinds (n : Z) (met : list N) : list N := squeeze (Numbers.sort (map (least n) met)).

Lemma first_spec : forall n met x, In x (first_of_kinds n met) <-> exists m, In m met /\ least n m = x.
Proof.
  intros. unfold first_of_kinds. rewrite squeeze_spec. pose proof (Numbers.Permuted_sort (map (least n) met)) as P.
  split; intro I.
  - apply (Permutation_in _ (Permutation_sym P)), in_map_iff in I as (m & E & I). eauto.
  - apply (Permutation_in _ P), in_map_iff. destruct I as (m & I & E). eauto.
Qed.

Definition all_of_kinds (n : Z) (firsts : list N) : list N := flat_map (fun m => nodup N.eq_dec (images n m)) firsts.

(** Symmetries that a certificate names must be those of the square. *)
Definition same_permutation (p q : permutation) : bool :=
  if list_eq_dec (fun x y : N * N => ltac:(decide equality; apply N.eq_dec) : {x = y} + {x <> y}) p q then true else
  false.

Definition check_sets (p : piece) (n : Z) (k many classes : nat) (t : tree) : bool :=
  match check_tree (board p n k) t with
  | None => false
  | Some met =>
      let items := board_items p n in
      let firsts := first_of_kinds n met in
      let symmetric := board_symmetries n in
      forallb (fun b => b)
        [ forallb (fun q => existsb (same_permutation q) symmetric) (its_group t);
          forallb (fun m => (length (squares_of n m) =? k)%nat) firsts;
          forallb (fun m => forallb (fun o => negb (N.land o m =? 0)%N) items) firsts;
          rising firsts;
          (0 <? length firsts)%nat;
          (length firsts =? classes)%nat;
          (length (all_of_kinds n firsts) =? many)%nat ]
  end.

Lemma hits_dominating : forall p n m, (forall o, In o (board_items p n) -> N.land o m <> 0%N) ->
  dominating p n (squares_of n m).
Proof.
  intros p n m H. split; [apply in_order_NoDup, squares_in_order|]. split; [apply squares_on|].
  intros s O. assert (In (guarded_from p n (number_of n s)) (board_items p n)) as I.
  { unfold board_items. rewrite <- in_rev, nodup_In, <- in_rev. apply in_map, number_is_listed; auto. }
  pose proof (N.bit_log2 _ (H _ I)) as B. revert B. generalize (N.log2 (N.land (guarded_from p n (number_of n s)) m)).
  intros c B. rewrite N.land_spec, andb_true_iff in B. destruct B as [B M]. unfold guarded_from in B.
  apply union_spec in B as (d & J & B). rewrite square_of_number in B by auto.
  destruct (guards p (square_of n d) s) eqn:G; [|rewrite N.bits_0 in B; discriminate].
  rewrite bit_spec in B. apply N.eqb_eq in B as ->. exists (square_of n c). apply guards_spec in G. split; auto.
  apply in_map, filter_In. auto.
Qed.

Lemma NoDup_flat_map : forall {A B} (f : A -> list B) l, NoDup l -> (forall a, In a l -> NoDup (f a)) ->
  (forall a b x, In a l -> In b l -> In x (f a) -> In x (f b) -> a = b) -> NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; simpl; intros D F U; [constructor|]. inversion D as [|? ? N D']; subst.
  assert (NoDup (flat_map f l)) as R by (apply IH; eauto).
  assert (forall x, In x (f a) -> ~ In x (flat_map f l)) as O.
  { intros x I J. apply in_flat_map in J as (b & J & K). apply N. rewrite (U a b x); auto. }
  specialize (F a (or_introl eq_refl)). induction F as [|x r M F IF]; simpl; auto.
  constructor; [|apply IF; intros; apply O; simpl; auto].
  rewrite in_app_iff. intros [I | I]; [auto | elim (O x); simpl; auto].
Qed.

Lemma NoDup_image : forall {A B} (f : A -> B) l, (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup l ->
  NoDup (map f l).
Proof.
  induction l as [|a l IH]; simpl; intros U D; constructor; inversion D as [|? ? N D']; subst.
  - intro I. apply in_map_iff in I as (b & E & I). apply N. rewrite (U a b); auto.
  - apply IH; auto.
Qed.

Lemma NoDup_pairs : forall {A} (R : A -> A -> Prop) l, NoDup l -> (forall a b, In a l -> In b l -> R a b -> a = b) ->
  ForallOrdPairs (fun a b => ~ R a b) l.
Proof.
  induction l as [|a l IH]; intros D U; constructor; inversion D as [|? ? N D']; subst.
  - apply Forall_forall. intros b I H. apply N. rewrite (U a b); simpl; auto.
  - apply IH; auto. intros; apply U; simpl; auto.
Qed.

Section Sound.

Variables (p : piece) (n : Z) (k : nat) (met : list N) (group : list permutation).
Let firsts := first_of_kinds n met.
Hypothesis of_the_square : forall q, In q group -> In q (board_symmetries n).
Hypothesis all_are_met : forall D, dominating p n D -> (length D <= k)%nat -> meets group met (set_of n D).
Hypothesis right_size : forall m, In m firsts -> length (squares_of n m) = k.
Hypothesis hit : forall m, In m firsts -> dominating p n (squares_of n m).
Hypothesis different : NoDup firsts.

Lemma squares_again : forall D, on n D -> in_order D -> squares_of n (set_of n D) = D.
Proof. intros D O S. apply in_order_unique; auto using squares_in_order. apply squares_of_set; auto. Qed.

Lemma first_is_least : forall m, In m firsts -> set_of n (squares_of n m) = m /\ least n m = m.
Proof.
  intros m I. apply first_spec in I as (x & _ & <-).
  assert (least n x = least n (set_of n (squares_of n x))) as ->.
  { unfold least, images. rewrite squares_again; auto using squares_on, squares_in_order. }
  pose proof (squares_on n x) as O. destruct (least_spec n _ O) as (E & OE & Q & A & _). split.
  - rewrite Q. apply set_of_squares; auto.
  - rewrite Q at 1. rewrite <- (least_equivalent n _ E O A); auto.
Qed.

Lemma like_a_first : forall D, dominating p n D -> (length D <= k)%nat ->
  exists m, In m firsts /\ equivalent n D (squares_of n m).
Proof.
  intros D A L. destruct (all_are_met D A L) as (x & I & P). assert (on n D) as O by (destruct A as (_ & O & _); auto).
  destruct (pulled_is_equivalent n group of_the_square _ _ P D O eq_refl) as (E & OE & B & ->).
  destruct (least_spec n E OE) as (F & OF & Q & C & _). exists (set_of n F). split.
  - apply first_spec. eauto.
  - apply equivalent_on with E; auto. apply equivalent_on with F; auto. apply equivalent_same, squares_of_set; auto.
Qed.

Lemma same_size : forall D m, NoDup D -> In m firsts -> equivalent n D (squares_of n m) -> length D = k.
Proof.
  intros D m N I A. rewrite <- (right_size m I). apply (equivalent_length n); auto.
  apply in_order_NoDup, squares_in_order.
Qed.

Lemma gamma_sound : (0 < length firsts)%nat -> gamma p n k.
Proof.
  intro M. split.
  - destruct firsts as [|m l] eqn:E; simpl in M; [lia|]. exists (squares_of n m).
    assert (In m firsts) by (rewrite E; left; auto). rewrite E in *. auto.
  - intros D A. destruct (Nat.le_gt_cases k (length D)) as [|L]; auto.
    destruct (like_a_first D A ltac:(lia)) as (m & I & B). rewrite (same_size D m); auto. apply A.
Qed.

Lemma squares_of_firsts : forall a b, In a firsts -> In b firsts -> equivalent n (squares_of n a) (squares_of n b) ->
  a = b.
Proof.
  intros a b I J A. apply first_is_least in I as [Ea La], J as [Eb Lb].
  rewrite <- La, <- Lb, <- Ea, <- Eb. apply least_equivalent; auto using squares_on.
Qed.

Lemma classes_sound : sets_up_to_symmetry p n k (length firsts).
Proof.
  exists (map (squares_of n) firsts). split; [apply map_length|]. split; [|split].
  - intros D I. apply in_map_iff in I as (m & <- & I). auto.
  - apply NoDup_pairs.
    + apply NoDup_image; auto. intros a b I J E. apply squares_of_firsts; auto.
      rewrite E. apply equivalent_itself.
    + intros D E I J A. apply in_map_iff in I as (a & <- & I), J as (b & <- & J). f_equal.
      apply squares_of_firsts; auto.
  - intros D A L. destruct (like_a_first D A ltac:(lia)) as (m & I & B). exists (squares_of n m). split; auto.
    apply in_map; auto.
Qed.

Lemma images_of_first : forall m x, In m firsts -> In x (nodup N.eq_dec (images n m)) <->
  exists D, on n D /\ x = set_of n D /\ equivalent n (squares_of n m) D.
Proof.
  intros m x I. destruct (first_is_least m I) as [E _]. rewrite nodup_In, <- E at 1.
  rewrite images_spec; [|apply squares_on].
  reflexivity.
Qed.

Lemma all_spec : forall D, on n D -> In (set_of n D) (all_of_kinds n firsts) <->
  exists m, In m firsts /\ equivalent n (squares_of n m) D.
Proof.
  intros D O. unfold all_of_kinds. rewrite in_flat_map. split; intros (m & I & J); exists m; split; auto.
  - apply images_of_first in J as (E & OE & Q & A); auto. apply equivalent_on with E; auto. apply equivalent_same.
    intro s. rewrite <- (squares_of_set n D O), <- (squares_of_set n E OE), Q. tauto.
  - apply images_of_first; auto. exists D. auto.
Qed.

Lemma sets_sound : sets p n k (length (all_of_kinds n firsts)).
Proof.
  assert (forall x, In x (all_of_kinds n firsts) -> exists D, on n D /\ x = set_of n D) as Of.
  { intros x I. apply in_flat_map in I as (m & I & J). apply images_of_first in J as (D & O & E & _); eauto. }
  exists (map (squares_of n) (all_of_kinds n firsts)). split; [|split; [apply map_length|]].
  - apply NoDup_image.
    + intros x y I J E. destruct (Of x I) as (D & O & ->), (Of y J) as (F & P & ->).
      rewrite <- (set_of_squares n D O), <- (set_of_squares n F P), E; auto.
    + apply NoDup_flat_map; auto using NoDup_nodup. intros a b x I J A B.
      apply images_of_first in A as (D & O & -> & A), B as (E & P & Q & B); auto. apply squares_of_firsts; auto.
      apply equivalent_on with D; auto. apply equivalent_back. apply equivalent_on with E; auto. apply equivalent_same.
      intro s. rewrite <- (squares_of_set n D O), <- (squares_of_set n E P), Q. tauto.
  - intro D. rewrite in_map_iff. split.
    + intros (x & <- & I). destruct (Of x I) as (F & O & ->). apply (all_spec F O) in I as (m & I & A).
      split; [apply squares_in_order|].
      assert (equivalent n (squares_of n m) (squares_of n (set_of n F))) as B.
      { apply equivalent_on with F; auto. apply equivalent_same. apply squares_of_set; auto. }
      assert (NoDup (squares_of n (set_of n F))) as N by (apply in_order_NoDup, squares_in_order). split.
      * apply equivalent_dominating with (squares_of n m); auto.
      * apply same_size with m; auto. apply equivalent_back; auto.
    + intros (S & A & L). assert (on n D) as O by (destruct A as (_ & O & _); auto).
      exists (set_of n D). split; [apply squares_again; auto|]. apply all_spec; auto.
      destruct (like_a_first D A ltac:(lia)) as (m & I & B). exists m. split; auto. apply equivalent_back; auto.
Qed.

End Sound.

(** ** Theorems by computation *)

Theorem sets_by : forall p n k many classes t, check_sets p n k many classes t = true ->
  gamma p n k /\ sets p n k many /\ sets_up_to_symmetry p n k classes.
Proof.
  unfold check_sets; intros p n k many classes t H. destruct (check_tree _ t) as [met|] eqn:W; [|discriminate].
  cbv zeta in H. cbn [forallb] in H. rewrite !andb_true_iff in H. destruct H as (G & S & I & R & M & C & A & _).
  rewrite forallb_forall in G, S, I. apply rising_NoDup in R. apply Nat.ltb_lt in M.
  apply Nat.eqb_eq in C as <-, A as <-.
  assert (forall q, In q (its_group t) -> In q (board_symmetries n)) as Of.
  { intros q J. apply G, existsb_exists in J as (q' & J & E). unfold same_permutation in E.
    destruct (list_eq_dec _ q q') as [-> | ]; [auto | discriminate]. }
  assert (forall D, dominating p n D -> (length D <= k)%nat -> meets (its_group t) met (set_of n D)) as All.
  { intros D B L. apply (check_tree_sound _ _ _ W). apply dominating_covers; auto. }
  assert (forall m, In m (first_of_kinds n met) -> length (squares_of n m) = k) as Size
    by (intros m J; apply Nat.eqb_eq; auto).
  assert (forall m, In m (first_of_kinds n met) -> dominating p n (squares_of n m)) as Hit.
  { intros m J. apply hits_dominating. intros o K E. specialize (I _ J). rewrite forallb_forall in I.
    specialize (I _ K). rewrite E in I. discriminate. }
  split; [|split].
  - eapply gamma_sound; eauto.
  - eapply sets_sound; eauto.
  - eapply classes_sound; eauto.
Qed.
