(** * From the chessboard to the checker

    The covering of a board is made here, of the definitions in Chess.v, so no certificate says what the problem is.
    [sound] and [gamma_by] at the end are what the theorems use. *)

Require Import Arith NArith ZArith List Lia Bool.
From Rookery Require Import Chess Bits Tree Checker Packing.
Import ListNotations.
Open Scope Z_scope.

(** Squares have numbers, row by row. *)
Definition number_of (n : Z) (s : square) : N := Z.to_N (fst s * n + snd s).
Definition square_of (n : Z) (c : N) : square := (Z.of_N c / n, Z.of_N c mod n).
Definition all_numbers (n : Z) : list N := map N.of_nat (seq 0 (Z.to_nat n * Z.to_nat n)).

Lemma square_of_number : forall n s, on_board n s -> square_of n (number_of n s) = s.
Proof.
  intros n [r c] [[? ?] [? ?]]; simpl in *. unfold square_of, number_of; simpl. rewrite Z2N.id by nia.
  f_equal; [rewrite Z.div_add_l, Z.div_small | rewrite Z.add_comm, Z.mod_add, Z.mod_small]; lia.
Qed.

Lemma number_is_listed : forall n s, on_board n s -> In (number_of n s) (all_numbers n).
Proof.
  intros n [r c] [[? ?] [? ?]]; simpl in *. apply in_map_iff. exists (Z.to_nat (r * n + c)); split.
  - unfold number_of; simpl. apply Z_nat_N.
  - apply in_seq. rewrite <- Z2Nat.inj_mul by lia. assert (0 <= r * n + c < n * n) by nia. lia.
Qed.

Lemma square_on_board : forall n c, In c (all_numbers n) -> on_board n (square_of n c).
Proof.
  intros n c I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. unfold square_of, on_board; cbn [fst snd].
  rewrite nat_N_Z. assert (0 < n) by (destruct (Z.to_nat n) eqn:E; simpl in I; lia).
  rewrite <- Z2Nat.inj_mul in I by lia. split; [split|].
  - apply Z.div_pos; lia.
  - apply Z.div_lt_upper_bound; lia.
  - apply Z.mod_pos_bound; auto.
Qed.

Lemma number_of_square : forall n c, In c (all_numbers n) -> number_of n (square_of n c) = c.
Proof.
  intros n c I. destruct (square_on_board n c I) as [_ []]. unfold number_of, square_of in *; cbn [fst snd] in *.
  rewrite Z.mul_comm, <- Z.div_mod by lia. apply N2Z.id.
Qed.

(** [guards p s t]: a piece on [s] occupies or attacks [t]. *)
Definition guards (p : piece) (s t : square) : bool :=
  let r := rows s t in
  let c := columns s t in
  if (if r =? 0 then c =? 0 else false) then true
  else match p with
  | rook => if r =? 0 then true else c =? 0
  | bishop => r =? c
  | queen => if r =? 0 then true else if c =? 0 then true else r =? c
  | king => if r <=? 1 then c <=? 1 else false
  | knight => if r =? 1 then c =? 2 else if r =? 2 then c =? 1 else false
  end.

Lemma guards_spec : forall p s t, guards p s t = true <-> s = t \/ attacks p s t.
Proof.
  intros p [a b] [c d].
  assert ((a, b) = (c, d) <-> Z.abs (a - c) = 0 /\ Z.abs (b - d) = 0) as E.
  { split; [intros [= -> ->]; lia | intros []; f_equal; lia]. }
  unfold attacks, guards, rows, columns; rewrite E; cbn [fst snd]. clear E.
  generalize (Z.abs (a - c)) (Z.abs (b - d)); intros x y.
  destruct p; repeat match goal with
    | |- context [?u =? ?v] => destruct (Z.eqb_spec u v)
    | |- context [?u <=? ?v] => destruct (Z.leb_spec u v)
    end; intuition (try discriminate; try lia).
Qed.

(** ** The covering of a board *)

Definition guarded_from (p : piece) (n : Z) (c : N) : N :=
  let t := square_of n c in union (fun d => if guards p (square_of n d) t then bit d else 0%N) (all_numbers n).

(** Each square is an item, whose options are the squares from which it is guarded; the same one only once. *)
Definition board_items (p : piece) (n : Z) : list N :=
  rev (nodup N.eq_dec (rev (map (guarded_from p n) (all_numbers n)))).

Definition board (p : piece) (n : Z) (most : nat) : covering :=
  Covering (board_items p n) (map (fun c => (c, 0%N)) (all_numbers n)) most.

(** Rotations and reflections. That they keep the covering is tested, not assumed. *)
Definition board_symmetries (n : Z) : list permutation :=
  map (fun f : square -> square => map (fun c => (c, number_of n (f (square_of n c)))) (all_numbers n)) (symmetries n).

Definition set_of (n : Z) (D : list square) : N := union (fun d => bit (number_of n d)) D.

Lemma set_of_spec : forall n D c, N.testbit (set_of n D) c = true <-> exists d, In d D /\ number_of n d = c.
Proof.
  intros; unfold set_of; rewrite union_spec; split; intros (d & I & H); exists d; split; auto;
    rewrite bit_spec in *; apply N.eqb_eq; auto.
Qed.

Lemma numbers_of_board : forall p n most, map number (candidates_of (board p n most)) = all_numbers n.
Proof. intros. unfold candidates_of, board; cbn. rewrite !map_map, map_id; auto. Qed.

Lemma dominating_covers : forall p n D most, dominating p n D -> (length D <= most)%nat ->
  covers (board p n most) (set_of n D).
Proof.
  intros p n D most (U & B & G) L. split; [repeat split|].
  - intros c H. apply set_of_spec in H as (d & I & <-).
    assert (In (number_of n d) (map number (candidates_of (board p n most)))) as J
      by (rewrite numbers_of_board; apply number_is_listed; auto).
    apply in_map_iff in J as (a & E & J); eauto.
  - intros o I. cbn in I. unfold board_items in I. rewrite <- in_rev, nodup_In, <- in_rev in I.
    apply in_map_iff in I as (c & <- & I).
    destruct (G _ (square_on_board n c I)) as (d & J & H). exists (number_of n d); split; [apply set_of_spec; eauto|].
    unfold guarded_from. apply union_spec. exists (number_of n d); split; [apply number_is_listed; auto|].
    rewrite square_of_number by auto. assert (guards p d (square_of n c) = true) as -> by (apply guards_spec; auto).
    rewrite bit_spec; apply N.eqb_refl.
  - intros a b I _ _. apply in_map_iff in I as (e & <- & I). apply in_map_iff in I as (c & <- & _). reflexivity.
  - eapply Nat.le_trans; [|exact L].
    rewrite <- (map_length number), <- (map_length (number_of n) D). apply NoDup_incl_length.
    + apply NoDup_filter_numbers. rewrite numbers_of_board. unfold all_numbers.
      apply FinFun.Injective_map_NoDup; [intros x y E; lia | apply seq_NoDup].
    + intros c I. apply in_map_iff in I as (a & <- & I). apply filter_In in I as [_ I]. unfold inside in I.
      apply set_of_spec in I as (d & J & E). apply in_map_iff; eauto.
Qed.

(** ** The rows of a board

    They are numbered as in the format: squares first, then the bound. *)

Definition board_rows (p : piece) (n : Z) (most : nat) : list row :=
  map (fun c => Row 1 (map (fun d => (d, 1)) (filter (N.testbit (guarded_from p n c)) (all_numbers n)))) (all_numbers n)
  ++ [Row (- Z.of_nat most) (map (fun c => (c, -1)) (all_numbers n))].

Lemma covers_keeps : forall p n most s, covers (board p n most) s ->
  forall r, In r (board_rows p n most) -> kept (N.testbit s) r.
Proof.
  intros p n most s ((R & A & _) & L) r I. unfold board_rows in I. apply in_app_or in I as [I | [<- | []]]; unfold kept.
  - apply in_map_iff in I as (c & <- & I). simpl.
    destruct (A (guarded_from p n c)) as (d & Hs & Ho).
    { cbn. unfold board_items. rewrite <- in_rev, nodup_In, <- in_rev. apply in_map; auto. }
    assert (In d (filter (N.testbit (guarded_from p n c)) (all_numbers n))) as J.
    { apply filter_In; split; auto. destruct (R d Hs) as (a & K & <-).
      rewrite <- (numbers_of_board p n most). apply in_map; auto. }
    revert J. generalize (filter (N.testbit (guarded_from p n c)) (all_numbers n)) as l.
    assert (forall l, 0 <= value (N.testbit s) (map (fun d => (d, 1)) l)) as P.
    { induction l as [|x l IH]; simpl; [lia|]. destruct (N.testbit s x); lia. }
    induction l as [|x l IH]; simpl; [easy|]. specialize (P l).
    intros [-> | J]; [rewrite Hs; lia | specialize (IH J); destruct (N.testbit s x); lia].
  - cbn [least weights]. change (its_most _) with most in L. rewrite <- (numbers_of_board p n most).
    assert (forall l, value (N.testbit s) (map (fun c => (c, -1)) (map number l))
      = - Z.of_nat (length (filter (inside s) l))) as ->; [|lia].
    induction l as [|a l IH]; cbn [map value fold_right filter fst snd]; auto.
    change (fold_right _ 0 _) with (value (N.testbit s) (map (fun c => (c, -1)) (map number l))). rewrite IH.
    unfold inside at 2. destruct (N.testbit s (number a)); cbn [length]; lia.
Qed.

(** ** Theorems by computation *)

Inductive evidence : Set := by_tree (t : tree) | by_packing (q : packing).

(** [k - 1] pieces are too few: the tree meets no set, or nothing keeps the rows. *)
Definition check (p : piece) (n : Z) (k : nat) (e : evidence) : bool :=
  match k with
  | O => false
  | S fewer =>
      match e with
      | by_tree t => match check_tree (board p n fewer) t with Some [] => true | _ => false end
      | by_packing q => check_packing (board_rows p n fewer) q
      end
  end.

Theorem sound : forall p n k e, check p n k e = true -> forall D, dominating p n D -> (k <= length D)%nat.
Proof.
  unfold check; intros p n [|k] e H D A; [discriminate|].
  destruct (Nat.le_gt_cases (S k) (length D)) as [|L]; auto.
  assert (covers (board p n k) (set_of n D)) as C by (apply dominating_covers; auto; lia).
  destruct e as [t | q].
  - destruct (check_tree _ _) as [[|]|] eqn:E; try discriminate. elim (nothing_is_met _ _ E _ C).
  - elim (check_packing_sound _ _ H (N.testbit (set_of n D))). apply covers_keeps; auto.
Qed.

Definition check_dominating (p : piece) (n : Z) (D : list square) : bool :=
  if distinct (map (number_of n) D) then
    if forallb (fun d => forallb (fun b => b) [0 <=? fst d; fst d <? n; 0 <=? snd d; snd d <? n]) D then
      forallb (fun c => let s := square_of n c in existsb (fun d => guards p d s) D) (all_numbers n)
    else false
  else false.

Lemma check_dominating_sound : forall p n D, check_dominating p n D = true -> dominating p n D.
Proof.
  unfold check_dominating; intros p n D H. destruct (distinct _) eqn:U; [|discriminate].
  apply distinct_NoDup, NoDup_map_inv in U.
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end.
  rewrite forallb_forall in B, H. split; [exact U|]. split.
  { intros d I. specialize (B _ I). simpl in B. rewrite !andb_true_iff in B. unfold on_board; lia. }
  intros s O. specialize (H _ (number_is_listed n s O)). rewrite square_of_number in H by auto.
  cbv zeta in H. apply existsb_exists in H as (d & I & G). apply guards_spec in G. exists d; tauto.
Qed.

(** What the theorems are made of: squares that dominate, and evidence that fewer do not. *)
Theorem gamma_by : forall p n D e,
  (if check_dominating p n D then check p n (length D) e else false) = true -> gamma p n (length D).
Proof.
  intros p n D e H. destruct (check_dominating p n D) eqn:C; [|discriminate]. split.
  - exists D; split; auto. apply check_dominating_sound; auto.
  - exact (sound p n (length D) e H).
Qed.
