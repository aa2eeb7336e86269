(** Shapes, and where they are drawn. *)

(** {1 What there is} *)

exception Too_large of int
(** Raised where nothing fits. *)

type t
(** A shape.

    Whatever it is. *)

type direction =
  | North (** up *)
  | South (** down *)

type 'a point = { x : 'a; y : 'a }

(** The most corners. *)
val limit : int

val add : t -> by:int -> t
(** Adds to a shape. *)

val origin : int point
val pair : (int -> int) * int

val ( + ) : t -> t -> t
(** Both of them. *)

external now : unit -> float = "caml_now"

module type Shape = sig
  type t

  val area : t -> float
  (** In square metres. *)
end

(** Draws. *)
module Canvas : sig
  val draw : t -> unit
end

module Make (S : Shape) : Shape with type t = S.t

class layer : int -> object
  (** Adds a shape. *)
  method add : t -> unit
end
