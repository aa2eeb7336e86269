@file:JvmName("Shapes")

package maps.shapes

import java.io.Closeable

/** The most corners. */
const val LIMIT = 64

// Counts the shapes.
var drawn: Int = 0
    private set

/** Any number of metres. */
typealias Metres = Map<String, Double>

/**
 * What can be drawn.
 *
 * @param T what it is drawn on
 */
interface Shape<in T> : Closeable {
    /** In square metres. */
    val area: Double

    fun draw(on: T)
}

fun interface Visit {
    fun visit(shape: Shape<*>): Boolean
}

/** North and its like. */
enum class Direction(val degrees: Int) {
    NORTH(0), // up
    /** Down on the map. */
    SOUTH(180),
    @Deprecated("not used")
    EAST(90) {
        override fun turn() = 1
    };

    open fun turn(): Int {
        return degrees
    }
}

/** A place on the map. */
@Serializable
data class Point<N : Number>(val x: N, @Transient private var label: String = "", y: N) : Shape<Any> {
    override val area: Double
        get() = 0.0

    /** Without a label. */
    constructor(x: N) : this(x, "", x) {
        drawn++
    }

    init {
        val once = 1
    }

    /** The point from which all is measured. */
    companion object {
        const val UNIT = "m"

        fun origin(): Point<Int> = Point(0)
    }

    operator fun plus(other: Point<N>): Point<N> = this
}

annotation class Size(val min: Int)

sealed class Layer protected constructor() {
    private val shapes: List<Shape<Any>> by lazy { listOf() }
    // Not about adding, as a line is empty between them.

    /**
     * Adds a shape.
     */
    @Size(2)
    suspend fun <S : Shape<Any>> add(shape: S) {
        fun local(): Int = 1
        val count = local()
        class Counter {
            var counted = 0
        }
    }

    private val later = object : Runnable {
        override fun run() {}
    }

    companion object Factory {
        fun open() {}
    }

    inner class Full {
        fun tell() {}
    }

    data object Nothing : Layer()
}

/** Known to all. */
object Registry : Closeable {
    override fun close() {}
}

/** How many letters there are. */
val String.letters: Int
    get() = length

/** Adds up. */
@JvmName("sum")
fun <T> List<T>.sumUp(by: (T) -> Int): Int {
    return sumOf(by)
}

fun maps.Sheet?.isOpen() = true

val twice: (Int) -> Int = { it * 2 }

fun `is said in words`() {}

/** Marks what is drawn. */
@Target(AnnotationTarget.CLASS)
@Retention(AnnotationRetention.BINARY)
annotation class Drawn

class Line(val to: Int) { companion object { fun of() = Line(0) } }

class Step { var at = 1; private set }

val shown = "${ twice(1) } ${ listOf(1).map { it } }"
val none = { -> }
