(** * The proven checker as a program

    `make checker` compiles what is extracted here with run.ml, which reads numbers and calls it. *)

From Coq Require Import Extraction ExtrOcamlBasic NArith.
From Rookery Require Import Checker Packing.

Extraction "checker.ml" check_tree check_packing N.to_nat.
