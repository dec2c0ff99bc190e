(** * Dominating a chessboard: what the theorems say

    This page is all that a reader has to believe of the theorems in Theorems.v. It needs no computer: a board, the
    ways of the pieces, what it means that [k] pieces guard the board and fewer do not, and in how many ways they do. *)

Require Import ZArith List Sorted.
Import ListNotations.
Open Scope Z_scope.

(** A square is a row and a column, both numbered from 0; the board of [n] has [n * n] of them. *)
Definition square : Set := Z * Z.
Definition on_board (n : Z) (s : square) : Prop := 0 <= fst s < n /\ 0 <= snd s < n.

(** How far two squares are from each other, in rows and in columns. *)
Definition rows (s t : square) : Z := Z.abs (fst s - fst t).
Definition columns (s t : square) : Z := Z.abs (snd s - snd t).

Inductive piece : Set := queen | king | rook | bishop | knight.

(** The squares that a piece on [s] attacks, on an empty board. No piece stands in the way of another here, and for
    domination this makes no difference: if a queen stands between [s] and [t], on a line from [s] to [t], that queen
    attacks [t] herself or another one between them does. The last one before [t] always does, and so each square
    that is attacked through others is attacked. The same holds of rooks and bishops; kings and knights cannot be
    blocked. *)
Definition attacks (p : piece) (s t : square) : Prop :=
  s <> t /\
  match p with
  | rook => rows s t = 0 \/ columns s t = 0
  | bishop => rows s t = columns s t
  | queen => rows s t = 0 \/ columns s t = 0 \/ rows s t = columns s t
  | king => rows s t <= 1 /\ columns s t <= 1
  | knight => (rows s t = 1 /\ columns s t = 2) \/ (rows s t = 2 /\ columns s t = 1)
  end.

(** A set of squares is a list without repetition. It dominates the board if each square is occupied or attacked. *)
Definition dominating (p : piece) (n : Z) (D : list square) : Prop :=
  NoDup D /\
  (forall d, In d D -> on_board n d) /\
  (forall s, on_board n s -> exists d, In d D /\ (d = s \/ attacks p d s)).

(** The domination number: some [k] squares dominate the board, and no fewer do. *)
Definition gamma (p : piece) (n : Z) (k : nat) : Prop :=
  (exists D, dominating p n D /\ length D = k) /\
  (forall D, dominating p n D -> (k <= length D)%nat).

(** ** How many

    To count sets, each is written in one way: in order, row by row, and in a row from left to right. *)
Definition before (s t : square) : Prop := fst s < fst t \/ (fst s = fst t /\ snd s < snd t).
Definition in_order (D : list square) : Prop := StronglySorted before D.

(** There are [many] sets of [k] squares that dominate the board: a list without repetition has these and no others. *)
Definition sets (p : piece) (n : Z) (k many : nat) : Prop :=
  exists L, NoDup L /\ length L = many /\
    forall D, In D L <-> in_order D /\ dominating p n D /\ length D = k.

(** The symmetries of the square: rotations and reflections. *)
Definition symmetries (n : Z) : list (square -> square) :=
  let m z := n - 1 - z in
  [ (fun s => s); (fun s => (m (fst s), snd s)); (fun s => (fst s, m (snd s))); (fun s => (m (fst s), m (snd s)));
    (fun s => (snd s, fst s)); (fun s => (m (snd s), fst s)); (fun s => (snd s, m (fst s)));
    (fun s => (m (snd s), m (fst s))) ].

(** Two sets are equivalent if a symmetry takes one to the other. *)
Definition equivalent (n : Z) (D E : list square) : Prop :=
  exists f, In f (symmetries n) /\ forall s, In s E <-> In s (map f D).

(** There are [many] such sets up to symmetry: so many can be listed, no two of them equivalent, that each set is
    equivalent to one in the list. *)
Definition sets_up_to_symmetry (p : piece) (n : Z) (k many : nat) : Prop :=
  exists L, length L = many /\
    (forall D, In D L -> dominating p n D /\ length D = k) /\
    ForallOrdPairs (fun D E => ~ equivalent n D E) L /\
    (forall D, dominating p n D -> length D = k -> exists E, In E L /\ equivalent n D E).
