/*
 * The terms on which this file may be used.
 */
package maps.shapes;

import java.util.List;

/**
 * What can be drawn.
 *
 * @param <T> what it is drawn on
 */
@FunctionalInterface
public interface Shape<T> extends Closeable {
    /** The most corners. */
    int LIMIT = 64;

    /** In square metres. */
    double area();

    default void draw(T on) {
        int corners = LIMIT;
    }
}

// North and its like.
enum Direction {
    NORTH, // up
    /** Down on the map. */
    SOUTH,
    @Deprecated
    EAST(1) {
        @Override
        int turn() {
            return 90;
        }
    };

    private final int degrees;

    Direction() {
        this(0);
    }

    Direction(int degrees) {
        this.degrees = degrees;
    }

    int turn() {
        return degrees;
    }
}

/** A place on the map. */
record Point<N extends Number>(N x, @Size(min = 1) String label) implements Shape<Void> {
    static final Point<Integer> ORIGIN = new Point<>(0, "origin");

    Point {
        label = label.trim();
    }

    public double area() {
        return 0;
    }
}

/** Says how long a name may be. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@interface Size {
    String UNIT = "letters";

    /** The least letters. */
    int min() default 0;
}

/** Holds shapes. */
@SuppressWarnings("unchecked")
public abstract sealed class Layer<S extends Shape<?>> permits Sheet {
    /** The name of every layer. */
    public static final String NAME = "layer";
    private int first = 1, second;
    // Not about shapes, as a line is empty between them.

    protected List<S> shapes; // all of them

    static {
        System.out.println(NAME);
    }

    /** An empty layer. */
    protected Layer() {
    }

    /**
     * Adds a shape.
     */
    @Deprecated
    @Size(min = 2)
    public <R extends S> Layer<S> add(final R shape) throws Full {
        class Counter {
            int count;
        }
        Runnable later = new Runnable() {
            public void run() {
            }
        };
        return this;
    }

    public native int corners()[];

    abstract void clear();

    /** Says that a layer is full. */
    static class Full extends Exception {
        class Deep {
        }
    }
}

final class Sheet extends Layer<Point<Integer>> {
    void clear() {
    }
}
