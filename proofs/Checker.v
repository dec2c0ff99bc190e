(** * The checker of trees, as a function of data

    [check_tree] takes a covering and a certificate; it tests what Tree.v assumes, walks
    the tree, and returns the sets that it meets, or [None] for a certificate that is refused. *)

Require Import Arith NArith List Lia Bool.
From Rookery Require Import Bits Tree.
Import ListNotations.
Open Scope N_scope.

(** A covering: items as sets of candidates, candidates with their rivals, and how many may be chosen. *)
Record covering : Set := Covering { its_items : list N; its_pairs : list (N * N); its_most : nat }.

(** What a certificate says: symmetries, when the checker branches by itself, vectors, how many nodes there are, and
    numbers of items or vectors, in the order in which they are asked for. *)
Record tree : Set := ATree {
  its_group : list permutation; its_alone : nat; its_vectors : list vector; its_nodes : N; its_codes : list N
}.

Fixpoint distinct (l : list N) : bool :=
  match l with [] => true | x :: l => if existsb (N.eqb x) l then false else distinct l end.

Lemma distinct_NoDup : forall l, distinct l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; intro H; constructor; destruct (existsb (N.eqb x) l) eqn:E; try discriminate; auto.
  intro I. assert (existsb (N.eqb x) l = true) by (apply existsb_exists; exists x; split; auto; apply N.eqb_refl).
  congruence.
Qed.

(** The items that a candidate hits. *)
Fixpoint hits_from (c : N) (items : list N) (i : N) : N :=
  match items with
  | [] => 0
  | o :: items => if N.testbit o c then N.lor (bit i) (hits_from c items (N.succ i)) else hits_from c items (N.succ i)
  end.

Lemma hits_from_spec : forall c items i k o,
  nth_error items k = Some o -> N.testbit o c = true -> N.testbit (hits_from c items i) (i + N.of_nat k) = true.
Proof.
  induction items as [|x items IH]; intros i k o E H; destruct k; simpl in E; try discriminate.
  - injection E as ->. cbn [hits_from]. rewrite H, N.lor_spec, bit_spec, N.add_0_r, N.eqb_refl; auto.
  - specialize (IH (N.succ i) k o E H). replace (i + N.of_nat (S k)) with (N.succ i + N.of_nat k) by lia.
    cbn [hits_from]. destruct (N.testbit x c); auto. rewrite N.lor_spec, IH, orb_true_r; auto.
Qed.

Definition candidates_of (c : covering) : list candidate :=
  map (fun e => Candidate (fst e) (hits_from (fst e) (its_items c) 0) (snd e) (N.to_nat (fst e)) eq_refl) (its_pairs c).

Definition check_symmetric (items : list N) (candidates : list candidate) (p : permutation) : bool :=
  forallb (fun b => b)
    [ (if list_eq_dec N.eq_dec (map fst p) (map number candidates) then true else false);
      (let all := numbers candidates in forallb (fun e => N.testbit all (snd e)) p);
      distinct (map snd p);
      forallb (fun o => let moved := push p o in existsb (N.eqb moved) items) items;
      forallb (fun a => let c := image p (number a) in
        forallb (fun b => if number b =? c then push p (rivals a) =? rivals b else true) candidates) candidates ].

Lemma check_symmetric_sound : forall items candidates p, NoDup (map number candidates) ->
  check_symmetric items candidates p = true -> symmetric items candidates p.
Proof.
  intros items candidates p D H. unfold check_symmetric in H. simpl in H. rewrite !andb_true_iff in H.
  destruct H as (A & R & N & I & V & _).
  assert (map fst p = map number candidates) as E by (destruct (list_eq_dec _ _ _); auto; discriminate).
  constructor; auto.
  - intros c d J. rewrite forallb_forall in R. apply numbers_spec. exact (R _ J).
  - apply distinct_NoDup; auto.
  - intros o J. rewrite forallb_forall in I. specialize (I _ J). apply existsb_exists in I as (x & K & L).
    apply N.eqb_eq in L as ->; auto.
  - intros a b Ia Ib J. rewrite forallb_forall in V. specialize (V _ Ia). rewrite forallb_forall in V.
    specialize (V _ Ib). unfold image in V. destruct (find _ p) as [[c d]|] eqn:F.
    + apply find_some in F as [F G]; simpl in G. apply N.eqb_eq in G as ->. simpl in V.
      rewrite (pairs_of_one p _ _ _ ltac:(rewrite E; auto) J F), N.eqb_refl in V. apply N.eqb_eq; auto.
    + apply find_none with (x := (number a, number b)) in F; auto. simpl in F. rewrite N.eqb_refl in F; discriminate.
Qed.

Definition check_tree (c : covering) (t : tree) : option (list N) :=
  let items := its_items c in
  let candidates := candidates_of c in
  if distinct (map number candidates) then
    if forallb (check_symmetric items candidates) (its_group t) then
      match walk items candidates (its_alone t) (its_vectors t) (its_most c) 0 (its_group t) 0
          (N.ones (N.of_nat (length items))) candidates (its_codes t, its_nodes t) with
      | Some (met, ([], _)) => Some met
      | _ => None
      end
    else None
  else None.

(** The sets of at most [its_most] candidates that hit all items, and no two of them rivals. *)
Definition covers (c : covering) (s : N) : Prop :=
  solution (its_items c) (candidates_of c) s /\
  (length (filter (inside s) (candidates_of c)) <= its_most c)%nat.

(** Each of them is met, or what symmetries make of it. *)
Theorem check_tree_sound : forall c t met, check_tree c t = Some met ->
  forall s, covers c s -> meets (its_group t) met s.
Proof.
  unfold check_tree; intros c t met H s [S L].
  destruct (distinct _) eqn:D; [apply distinct_NoDup in D | discriminate].
  destruct (forallb _ _) eqn:G; [rewrite forallb_forall in G | discriminate].
  destruct (walk _ _ _ _ _ _ _ _ _ _) as [[met' [[|] n]]|] eqn:W; try discriminate. injection H as ->.
  eapply walk_sound; [| | | | exact W |].
  - intros a i o I E H. apply in_map_iff in I as (e & <- & _). simpl in *.
    pose proof (hits_from_spec _ _ 0 _ _ E H) as X. rewrite N2Nat.id in X. exact X.
  - intros p I. apply check_symmetric_sound; auto.
  - exact D.
  - auto.
  - constructor; auto.
    + intros x X; rewrite N.bits_0 in X; discriminate.
    + intros x X. right. destruct S as [R _]; exact (R x X).
    + intros i I. assert (i < N.of_nat (length (its_items c))) as B.
      { destruct (N.lt_ge_cases i (N.of_nat (length (its_items c)))) as [|X]; auto.
        rewrite N.ones_spec_high in I by exact X; discriminate. }
      destruct (nth_error (its_items c) (N.to_nat i)) as [o|] eqn:E.
      * exists o; split; auto. intros x X; rewrite N.bits_0 in X; discriminate.
      * apply nth_error_None in E; lia.
Qed.

Corollary nothing_is_met : forall c t, check_tree c t = Some [] -> forall s, ~ covers c s.
Proof. intros c t H s S. destruct (check_tree_sound c t [] H s S) as (m & [] & _). Qed.
