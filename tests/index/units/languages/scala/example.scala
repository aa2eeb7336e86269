package maps.shapes

import scala.collection.mutable

/** Shared by all shapes. */
package object shared {
  type Metres = Double
}

package inner {
  class Hidden
}

/** The most corners. */
val limit = 64

// Counts the shapes.
var drawn: Int = 0

/** What can be drawn.
 *
 *  On anything.
 */
@implicitNotFound("nothing to draw")
sealed trait Shape[-T] extends Closeable { self: Any =>
  /** What it is drawn on. */
  type Canvas <: T

  /** In square metres. */
  def area: Double
  val corners: Int
  var label: String

  def draw(on: T): Unit = {
    val local = 1
  }
}

/** A place on the map. */
final case class Point[N](x: N, y: N)(implicit val order: Ordering[N]) extends Shape[Any] {
  val area = 0.0 // has none
  private var first, second = 1
  // Not about the sum, as a line is empty between them.

  lazy val all = {
    val found = Seq(first)
    found
  }

  /** Without a height. */
  def this(x: N) = this(x, x)

  def +(other: Point[N]): Point[N] = this

  /** Adds a point.
    *
    * @param by how far
    */
  @deprecated("too slow", "2.0")
  @tailrec
  override def add[M <: N](by: M): Point[N] = {
    def local(n: Int) = n
    class Counter {
      var counted = 0
    }
    val later = new Runnable {
      def run() = ()
    }
    this
  }

  object Full {
    class Deep
  }
}

/** Makes points. */
object Point {
  final val Unit = "m"

  def apply(label: String): Point[Int] = ???
}

case object Nowhere extends Shape[Any]

abstract class Layer(val name: String, protected var depth: Int, size: Int)

implicit class Letters(val text: String) extends AnyVal {
  def letters = text.length
}

/** North and its like. */
enum Direction(val degrees: Int) {
  case North extends Direction(0) // up
  /** On the sides. */
  case East, West
  case Other(turn: Int)

  def opposite: Direction = this
}

opaque type Metres = Double

/** Orders points. */
given pointOrder: Ordering[Point[Int]] with
  def compare(one: Point[Int], other: Point[Int]): Int = 0

extension (text: String)
  /** Says it twice. */
  def twice: String = text * 2

inline def check(count: Int = 0): Int = count

/** Starts it. */
object Main extends App:
  def run(): Unit =
    println("run")

  trait Nested:
    def it: Int

end Main

def `is said in words` = 1
