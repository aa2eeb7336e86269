(** Shapes, and where they are drawn. *)

open Printf

(* Counted from one. *)
exception Too_large of int

(** In metres. *)
type metres = float

(** North and its like. *)
type direction =
  | North (** up *)
  | South
  (** down on the map *)
  | Turned of { degrees : int; by : direction }
  | Nowhere : direction

type 'a point = {
  x : 'a; (* from the left *)
  mutable label : string;
      (** What a reader sees. *)
  y : 'a
}
(** A place on the map. *)

type shape = Circle of float | Square of float
and sheet = { shapes : shape list }

type extended += Other of int
type filling = [ `None | `Plain ]

(** The most corners. *)
let limit = 64

let origin, unit = { x = 0; label = ""; y = 0 }, "m"

(** Adds a point.

    @param by how far *)
let add point ~by ?(times = 1) () =
  let local n = n + by in
  let count = local times in
  { point with x = point.x + count }

let twice = fun n -> n * 2

let name_of = function
  | North -> "north"
  | _ -> "other"

let rec is_even n = n = 0 || is_odd (n - 1)

(* Not about the odd, as a line is empty between them. *)

and is_odd n = n <> 0 && is_even (n - 1)

let ( + ) one other = add one ~by:other ()

let (let*) option f = Option.bind option f

external now : unit -> float = "caml_now" "caml_now_unboxed"

let () = printf "%d" limit

let _ = origin

(** What can be drawn. *)
module type Shape = sig
  type t

  (** In square metres. *)
  val area : t -> float

  val empty : t
end

(** Draws. *)
module Canvas = struct
  type state = { mutable drawn : int }

  let state = { drawn = 0 }

  module Inner = struct
    let draw () = ()
  end
end

module Make (S : Shape) : sig val draw : S.t -> unit end = struct
  let draw shape = ignore (S.area shape)
end

module C = Canvas

(** Known to all. *)
class virtual layer (depth : int) = object (self)
  inherit Parent.layer
  val mutable shapes = []

  (** Adds a shape. *)
  method add shape = shapes <- shape :: shapes
  method private virtual depth : int
  initializer self#add depth
end

class type visit = object
  method visit : int -> unit
end

[@@@ocaml.warning "-32"]

let[@inline] check count = count
[@@deprecated "too slow"]
