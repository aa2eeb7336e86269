// The terms on which this file may be used.

using System;

[assembly: CLSCompliant(true)]

namespace Maps.Shapes
{
    /// <summary>What can be drawn.</summary>
    public interface IShape<in T> : IDisposable
    {
        /// <summary>In square metres.</summary>
        double Area { get; }

        void Draw(T on);
    }

    /// <summary>
    /// North and its like.
    /// </summary>
    [Flags]
    public enum Direction : byte
    {
        North, // up
        /// <summary>Down on the map.</summary>
        [Obsolete]
        South = 2,
    }

    /** Is told of a move. */
    public delegate void Moved<T>(object sender, T to) where T : struct;

    /// <summary>A place on the map.</summary>
    public record struct Point(int X, int Y);

    public sealed record Named(string Label) : Thing
    {
        public string Short => Label[..3];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Buffer
    {
        public fixed byte bytes[16];
    }

    namespace Inner
    {
        class Hidden { }
    }

    // Holds shapes.
    [Serializable, DebuggerDisplay("{Name}")]
    public abstract partial class Layer<S> : IEnumerable<S>, IShape<S>
        where S : class
    {
        /// <summary>The most shapes.</summary>
        public const int Limit = 64, Least = 1;
        private static readonly string kind = "layer";
        private int first = 1, second;
        // Not about events, as a line is empty between them.

        /// <summary>Tells of moves.</summary>
        public event Moved<int> Went, Came;

        public event EventHandler Changed
        {
            add { first++; }
            remove { first--; }
        }

        /// <summary>An empty layer.</summary>
        protected Layer() : base()
        {
        }

        static Layer() { }

        ~Layer()
        {
        }

        /// <summary>The name of the layer.</summary>
        public string Name { get; set; } = "";

        public S this[int index]
        {
            get { return null; }
        }

        double IShape<S>.Area => 0;

        /// <summary>Adds a shape.</summary>
        /// <param name="shape">what is added</param>
        [Obsolete("too slow")]
        public virtual Layer<S> Add<R>(S shape)
        {
            int count = Local(1);
            Func<int, int> more = x => x + 1;
            int Local(int by) { return by; }
            return this;
        }

        void IShape<S>.Draw(S on) { }

#if DEBUG
        [DllImport("maps")]
        static extern int Check();
#endif

        public static Layer<S> operator +(Layer<S> one, Layer<S> other) => one;

        public static explicit operator int(Layer<S> layer) => 0;

        #region Nested
        private class Full : Exception
        {
            struct Deep { int depth; }
        }
        #endregion
    }

    public static class Extensions
    {
        public static int Twice(this int value) => 2 * value;
    }

    public class Pen(int width)
    {
    }
}
