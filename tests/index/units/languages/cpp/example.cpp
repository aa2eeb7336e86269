/// \file What a C++ file can define.

#pragma once
#include <string>

#define LIMIT 64

/// Shapes and their places.
namespace geo {

/// Any number of metres.
using metres = double;
typedef unsigned long count_t;

constexpr int most = 64;
int drawn = 0;

/// North and its like.
enum class Direction : int {
  North,  ///< up
  South = 2,
};
enum { off, on };

class Line;

/// What can be drawn.
class Shape {
 public:
  /// Makes an empty one.
  Shape();
  explicit Shape(int corners) : corners_(corners) {}
  Shape(const Shape &) = delete;
  virtual ~Shape() {}

  /// In square metres.
  virtual metres area() const = 0;
  static Shape *make(int corners);
  const std::string &label() const { return label_; }
  Shape &operator+=(const Shape &other);
  bool operator==(const Shape &other) const { return true; }
  explicit operator bool() const { return corners_ > 0; }
  template <typename T>
  T as() const;
  template <typename T>
  void visit(T visitor) {
    int unseen = 1;
  }
  friend bool same(const Shape &left, const Shape &right) { return true; }

  using Ptr = Shape *;
  struct Corner {
    int x = 0, y;
  };
  enum Kind { Open, Closed };

 private:
  static const int kMost = 4;
  int corners_;  ///< How many.
  std::string label_;
  Corner *first_, *last_;
};

/// A place.
struct MAP_EXPORT Point final : public Shape {
  double x, y;
};

class MAP_EXPORT Sheet {
 public:
  Sheet() noexcept : width_(0) {}
  void operator()(int n);

 private:
  int width_;
};

union Value {
  long number;
};

/// Two values.
template <typename A, typename B>
struct Pair {
  A left;
  B right;
};

template <>
struct Pair<int, int> {
  int both;
};

template <typename T>
concept Drawable = requires(T t) { t.draw(); };

template <typename T>
using Pairs = Pair<T, T>;

/// The greater of two.
template <typename T>
T greater_of(T left, T right) {
  return left;
}

inline auto twice(int n) -> int { return 2 * n; }
Shape &self(Shape &shape) { return shape; }
int declared(int n);

}  // namespace geo

namespace geo::inner {
void deep() {}
namespace {
void hidden() {}
}
}

namespace short_name = geo::inner;

geo::Shape::Shape() : corners_(0) {}

/// Adds the corners.
geo::Shape &geo::Shape::operator+=(const Shape &other) { return *this; }

namespace geo {
Shape *Shape::make(int corners) {
  Shape made(corners);
  return nullptr;
}
const int Shape::kMost;

template <typename T>
T Shape::as() const {
  return T();
}

template <typename A>
A *Pair<A, A>::first() {
  return nullptr;
}
Line::~Line() {}
Line::operator int() const { return 0; }
}

std::ostream &operator<<(std::ostream &out, const geo::Shape &shape) { return out; }

extern "C" {
void outside(void);
}

TEST(ShapeTest, HasArea) {
  int unseen = 0;
}

class Window : public Shape {
  Q_OBJECT
  Q_PROPERTY(int width READ width NOTIFY (changed))
public:
  Window();
  friend void paint(int x);
  friend int count(Window *window) { return 1; }
public slots:
  void go();
signals:
  void changed();
private Q_SLOTS:
  void hide();
Q_SIGNALS:
  void hidden();
};
