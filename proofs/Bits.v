(** * Sets of numbers as the bits of a number

    A set of squares, and a set of demands, is one binary number: its bits are the members. *)

Require Import NArith List Lia Bool.
Import ListNotations.
Open Scope N_scope.

(* `simpl` leaves sums and products as they are. *)
Arguments N.add _ _ : simpl never.
Arguments N.mul _ _ : simpl never.
Arguments N.succ _ : simpl never.

(** The number of members. *)
Fixpoint count_bits (p : positive) : N :=
  match p with
  | xH => 1
  | xO q => count_bits q
  | xI q => N.succ (count_bits q)
  end.
Definition size (a : N) : N := match a with N0 => 0 | Npos p => count_bits p end.

Definition bit (c : N) : N := N.shiftl 1 c.

(** [subset a b]: each member of [a] is one of [b]. *)
Definition subset (a b : N) : Prop := forall i, N.testbit a i = true -> N.testbit b i = true.

Lemma bit_spec : forall c i, N.testbit (bit c) i = (c =? i).
Proof. intros; unfold bit; rewrite N.shiftl_1_l; apply N.pow2_bits_eqb. Qed.

(** The union has at most the members of both. *)
Lemma size_union : forall a b, size (N.lor a b) <= size a + size b.
Proof.
  intros [|p] [|q]; simpl; try lia.
  revert q; induction p; destruct q; simpl; try specialize (IHp q); lia.
Qed.

Lemma size_union_left : forall a b, size a <= size (N.lor a b).
Proof.
  intros [|p] [|q]; simpl; try lia.
  revert q; induction p; destruct q; simpl; try specialize (IHp q); lia.
Qed.

Lemma subset_union : forall a b, subset a b -> N.lor a b = b.
Proof.
  intros a b H. apply N.bits_inj; intro i. rewrite N.lor_spec. specialize (H i).
  destruct (N.testbit a i), (N.testbit b i); auto. discriminate H; auto.
Qed.

Lemma size_subset : forall a b, subset a b -> size a <= size b.
Proof. intros a b H. rewrite <- (subset_union a b H). apply size_union_left. Qed.

Lemma empty_no_bits : forall a, (forall i, N.testbit a i = false) -> a = 0.
Proof. intros; apply N.bits_inj_0; auto. Qed.

(** The union of a list of sets. *)
Definition union {A} (f : A -> N) (l : list A) : N := fold_right (fun x a => N.lor (f x) a) 0 l.

Lemma union_spec : forall {A} (f : A -> N) l i,
  N.testbit (union f l) i = true <-> exists x, In x l /\ N.testbit (f x) i = true.
Proof.
  induction l as [|y l IH]; intro i; simpl.
  - split; [discriminate | intros (? & [] & _)].
  - rewrite N.lor_spec, orb_true_iff, IH; split.
    + intros [H | (x & I & H)]; [exists y | exists x]; auto.
    + intros (x & [<- | I] & H); eauto.
Qed.

(** The number of members that two sets share, counted without making the set of them. *)
Fixpoint count_common (p q : positive) : N :=
  match p, q with
  | xI p, xI q => N.succ (count_common p q)
  | xH, xH | xH, xI _ | xI _, xH => 1
  | xI p, xO q | xO p, xI q | xO p, xO q => count_common p q
  | xH, xO _ | xO _, xH => 0
  end.
Definition common (a b : N) : N := match a, b with Npos p, Npos q => count_common p q | _, _ => 0 end.

Lemma common_spec : forall a b, common a b = size (N.land a b).
Proof.
  intros [|p] [|q]; auto. cbn [common N.land]. revert q.
  induction p as [p IH | p IH | ]; destruct q as [q | q | ]; simpl; auto; rewrite IH; destruct (Pos.land p q); auto.
Qed.

(** ** Weights

    A vector gives each item a weight: a list of a weight and the items that have it. [load v a] is the weight of the
    items of [a]. The empty vector stands for a weight of 1 for each item. *)
Definition vector : Set := list (N * N).
Definition weight (v : vector) (a : N) : N := fold_right (fun x s => fst x * common a (snd x) + s) 0 v.
Definition load (v : vector) (a : N) : N := match v with [] => size a | _ :: _ => weight v a end.

Lemma load_0 : forall v, load v 0 = 0.
Proof. intros [|x v]; auto. simpl. induction v as [|y v IH]; simpl in *; lia. Qed.

Lemma load_subset : forall v a b, subset a b -> load v a <= load v b.
Proof.
  intros v a b H. assert (weight v a <= weight v b); [|destruct v; auto using size_subset].
  induction v as [|[w m] v IH]; simpl; [lia|]. rewrite !common_spec.
  assert (size (N.land a m) <= size (N.land b m)).
  { apply size_subset; intro i; rewrite !N.land_spec, !andb_true_iff; intros []; auto. }
  nia.
Qed.

Lemma load_union : forall v a b, load v (N.lor a b) <= load v a + load v b.
Proof.
  intros v a b. assert (weight v (N.lor a b) <= weight v a + weight v b); [|destruct v; auto using size_union].
  induction v as [|[w m] v IH]; simpl; [lia|]. rewrite !common_spec.
  assert (size (N.land (N.lor a b) m) <= size (N.land a m) + size (N.land b m)).
  { rewrite N.land_lor_distr_l; apply size_union. }
  nia.
Qed.

Definition sum {A} (f : A -> N) (l : list A) : N := fold_right (fun x s => f x + s) 0 l.

(** What a list of sets covers weighs at most what they weigh one by one. *)
Lemma load_covered : forall {A} v (f : A -> N) l a,
  subset a (union f l) -> load v a <= sum (fun x => load v (f x)) l.
Proof.
  intros A v f l a H. apply N.le_trans with (1 := load_subset v _ _ H). clear H.
  induction l as [|x l IH]; simpl; [rewrite load_0; lia|].
  pose proof (load_union v (f x) (union f l)); lia.
Qed.
