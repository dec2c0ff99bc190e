(* Checks a certificate that generate.py has written as numbers: ./run < NUMBERS. All numbers are binary. It prints
   "refused", or the sets that the evidence leaves: none for a packing, for a tree those that it meets. *)

open Checker

let token () = Scanf.scanf " %s" (fun s -> if s = "" then failwith "the numbers end early" else s)

let to_n text =
  let digit number = function
    | '0' -> (match number with N0 -> N0 | Npos p -> Npos (XO p))
    | '1' -> (match number with N0 -> Npos XH | Npos p -> Npos (XI p))
    | _ -> failwith "no binary number" in
  String.fold_left digit N0 text

let number () = to_n (token ())

let integer () =
  let text = token () in
  if text.[0] <> '-' then (match to_n text with N0 -> Z0 | Npos p -> Zpos p)
  else match to_n (String.sub text 1 (String.length text - 1)) with N0 -> Z0 | Npos p -> Zneg p

let list read =
  let many = int_of_string ("0b" ^ token ()) in
  List.init many (fun _ -> read ())

let pair first second () = let a = first () in let b = second () in (a, b)

let rec show = function XH -> "1" | XO p -> show p ^ "0" | XI p -> show p ^ "1"

let () =
  match token () with
  | "packing" ->
      let rows = list (fun () -> let least = integer () in { least; weights = list (pair number integer) }) in
      let its_cliques = list (fun () -> list number) in
      let its_rows = list (pair number number) in
      print_endline (if check_packing rows { its_cliques; its_rows } then "left" else "refused")
  | "tree" ->
      let its_items = list number in
      let its_pairs = list (pair number number) in
      let its_most = N.to_nat (number ()) in
      let its_group = list (fun () -> list (pair number number)) in
      let its_alone = N.to_nat (number ()) in
      let its_vectors = list (fun () -> list (pair number number)) in
      let its_nodes = number () in
      let its_codes = list number in
      (match check_tree { its_items; its_pairs; its_most } { its_group; its_alone; its_vectors; its_nodes; its_codes } with
      | None -> print_endline "refused"
      | Some met -> print_endline (String.concat " " ("left" :: List.map (function N0 -> "0" | Npos p -> show p) met)))
  | _ -> failwith "neither a packing nor a tree"
