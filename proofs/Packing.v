(** * Packings: rows that add up to one that nothing keeps

    A row asks that the weights of the variables that are 1 add up to some number or more. The packings of
    docs/certificate-format.md name some rows, and cliques: sets of variables of which one at most is 1, since a row
    excludes each two of them. The sum of the named rows asks for more than its weights above 0 add up to. *)

Require Import NArith ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

Record row : Set := Row { least : Z; weights : list (N * Z) }.

(** The weights that an assignment of 0 and 1 has in a row. *)
Definition value (x : N -> bool) (w : list (N * Z)) : Z :=
  fold_right (fun e s => (if x (fst e) then snd e else 0) + s) 0 w.
Definition kept (x : N -> bool) (r : row) : Prop := least r <= value x (weights r).

(** No assignment reaches more. *)
Definition most (w : list (N * Z)) : Z :=
  fold_right (fun e s => Z.max 0 (snd e) + s) 0 w.

Lemma value_most : forall x w, value x w <= most w.
Proof. induction w as [|[v z] w IH]; simpl; [lia|]. destruct (x v); lia. Qed.

(** ** Cliques *)

(** No more than this is reached if two variables are 1. *)
Definition most_with (u v : N) (w : list (N * Z)) : Z :=
  fold_right (fun e s => (if N.eqb (fst e) u then snd e else if N.eqb (fst e) v then snd e else Z.max 0 (snd e)) + s) 0 w.

Lemma value_most_with : forall x u v w, x u = true -> x v = true -> value x w <= most_with u v w.
Proof.
  induction w as [|[c z] w IH]; simpl; intros U V; [lia|]. specialize (IH U V).
  destruct (N.eqb_spec c u) as [->|]; [rewrite U; lia|]. destruct (N.eqb_spec c v) as [->|]; [rewrite V; lia|].
  destruct (x c); lia.
Qed.

Definition mentions (v : N) (w : list (N * Z)) : bool := existsb (fun e => N.eqb (fst e) v) w.

Definition excludes (u v : N) (r : row) : bool :=
  if mentions u (weights r) then if mentions v (weights r) then most_with u v (weights r) <? least r else false
  else false.

Fixpoint is_clique (rows : list row) (c : list N) : bool :=
  match c with
  | [] => true
  | u :: c => if forallb (fun v => existsb (excludes u v) rows) c then is_clique rows c else false
  end.

Definition clique_row (c : list N) : row := Row (-1) (map (fun v => (v, -1)) c).

Lemma clique_kept : forall x rows c, (forall r, In r rows -> kept x r) -> is_clique rows c = true ->
  kept x (clique_row c).
Proof.
  intros x rows c K. unfold kept, clique_row; simpl.
  induction c as [|u c IH]; simpl; intro H; [lia|].
  destruct (forallb _ c) eqn:E; [|discriminate]. rewrite forallb_forall in E. specialize (IH H).
  destruct (x u) eqn:U; [|lia].
  (* [u] is 1, so all others are 0 *)
  assert (value x (map (fun v => (v, -1)) c) = 0) as ->; [|lia].
  clear IH H; induction c as [|v c IH]; simpl; auto.
  destruct (x v) eqn:V; [exfalso | rewrite IH; auto; intros; apply E; right; auto].
  pose proof (E v (or_introl eq_refl)) as F. apply existsb_exists in F as (r & I & F). unfold excludes in F.
  destruct (mentions u _); [|discriminate]. destruct (mentions v _); [|discriminate]. apply Z.ltb_lt in F.
  pose proof (value_most_with x u v (weights r) U V). pose proof (K r I) as L; unfold kept in L. lia.
Qed.

(** ** Sums *)

(** A weight more; a variable stands once, so that weights of several rows cancel. *)
Fixpoint add (v : N) (z : Z) (w : list (N * Z)) : list (N * Z) :=
  match w with
  | [] => [(v, z)]
  | (u, y) :: w => if N.eqb u v then (u, y + z) :: w else (u, y) :: add v z w
  end.

Lemma value_add : forall x v z w, value x (add v z w) = (if x v then z else 0) + value x w.
Proof.
  induction w as [|[u y] w IH]; simpl; auto. destruct (N.eqb_spec u v) as [->|]; simpl; rewrite ?IH;
    destruct (x v); try destruct (x u); lia.
Qed.

Definition add_row (t : Z) (r : row) (sum : row) : row :=
  Row (least sum + t * least r) (fold_right (fun e w => add (fst e) (t * snd e) w) (weights sum) (weights r)).

Lemma add_row_kept : forall x t r sum, 0 <= t -> kept x r -> kept x sum -> kept x (add_row t r sum).
Proof.
  unfold kept, add_row; simpl; intros x t r sum T R S.
  assert (value x (fold_right (fun e w => add (fst e) (t * snd e) w) (weights sum) (weights r))
    = t * value x (weights r) + value x (weights sum)) as ->.
  { clear; induction (weights r) as [|[v z] w IH]; simpl; [lia|]. rewrite value_add, IH. destruct (x v); lia. }
  nia.
Qed.

(** The sum of rows, each with its number and how often it counts. *)
Fixpoint add_up (rows : list row) (named : list (N * N)) : option row :=
  match named with
  | [] => Some (Row 0 [])
  | (i, t) :: named =>
      match nth_error rows (N.to_nat i), add_up rows named with
      | Some r, Some sum => Some (add_row (Z.of_N t) r sum)
      | _, _ => None
      end
  end.

Lemma add_up_kept : forall x rows, (forall r, In r rows -> kept x r) ->
  forall named sum, add_up rows named = Some sum -> kept x sum.
Proof.
  intros x rows K. induction named as [|[i t] named IH]; simpl; intros sum H.
  - injection H as <-. unfold kept; simpl; lia.
  - destruct (nth_error rows _) as [r|] eqn:E; [|discriminate].
    destruct (add_up rows named) as [s|]; [|discriminate]. injection H as <-.
    apply add_row_kept; [lia | apply K; eapply nth_error_In; eauto | auto].
Qed.

(** What a certificate says: cliques, and the rows to add up, with their numbers; cliques are numbered after rows. *)
Record packing : Set := APacking { its_cliques : list (list N); its_rows : list (N * N) }.

Definition check_packing (rows : list row) (p : packing) : bool :=
  if forallb (is_clique rows) (its_cliques p) then
    match add_up (rows ++ map clique_row (its_cliques p)) (its_rows p) with
    | Some sum => most (weights sum) <? least sum
    | None => false
    end
  else false.

Theorem check_packing_sound : forall rows p, check_packing rows p = true ->
  forall x, ~ forall r, In r rows -> kept x r.
Proof.
  unfold check_packing; intros rows p H x K. destruct (forallb _ _) eqn:C; [|discriminate].
  rewrite forallb_forall in C. destruct (add_up _ _) as [sum|] eqn:A; [|discriminate]. apply Z.ltb_lt in H.
  assert (kept x sum) as L.
  { apply (add_up_kept x (rows ++ map clique_row (its_cliques p))) with (its_rows p); auto.
    intros r I. apply in_app_or in I as [I | I]; auto. apply in_map_iff in I as (c & <- & I).
    apply clique_kept with rows; auto. }
  unfold kept in L. pose proof (value_most x (weights sum)). lia.
Qed.
