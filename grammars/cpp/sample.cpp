#include <vector>
#include "shapes/shape.hpp"

#define CHECK(condition) do { if (!(condition)) fail(#condition); } while (0)

namespace shapes::detail {
using Points = std::vector<Point>;
typedef double real;
constexpr int kMaxPoints = 1024;

template <typename T>
concept Numeric = std::is_arithmetic_v<T>;

enum class Color : int { Red, Green = 2 };

class Polygon : public Shape, private Loggable<Polygon> {
 public:
  explicit Polygon(Points points) : points_(std::move(points)) {}
  virtual ~Polygon();
  double area() const override;
  static Polygon* create(const Config& config);
  bool operator==(const Polygon& other) const { return points_ == other.points_; }
  int count() const { return count_; }

 private:
  Points points_;
  int count_ = 0;
};

struct Box {
  real width, height;
  template <class F> void each(F&& f) { f(width); }
};

double Polygon::area() const {
  double sum = 0;
  for (const auto& point : points_) sum += cross(point, origin());
  CHECK(sum >= 0);
  return std::abs(sum) / 2;
}

Polygon::~Polygon() { registry->remove(this); }

template <Numeric T>
T clamp(T value, T low, T high) {
  auto limit = [low](T x) { return std::max(x, low); };
  return std::min<T>(limit(value), high);
}
}  // namespace shapes::detail

int main() {
  auto box = std::make_unique<shapes::Box>();
  shapes::Polygon polygon{load_points("p.txt")};
  auto *raw = new Renderer(box.get());
  return raw->draw(polygon);
}
