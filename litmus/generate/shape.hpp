#pragma once
// Shapes of a protocol: a straight-line test with ordering points of selectable strength, and all
// the tests that the choices give.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/straight_test.hpp"

namespace ringcheck::litmus {

/// What stands at an ordering point, under the names of `--site`.
enum class PointStrength : std::uint8_t {
  none,
  control,  ///< a branch on the read before the point, around what comes after it
  rmb,
  wmb,
  acquire,  ///< the read before the point is smp_load_acquire
  release,  ///< the write after the point is smp_store_release
  pair,     ///< the write before the point releases, the read after it acquires
  xchg,     ///< the write before the point is a fully ordered xchg
  mb,
};
std::string_view strength_name(PointStrength strength);

/// A place between two accesses of a thread: just before access number `access`.
struct PointPlace {
  std::size_t thread = 0;
  std::size_t access = 1;
};

/// An ordering point.
struct ShapePoint {
  std::string_view site;           ///< as in barrier plans: A, B, etr_B
  std::vector<PointPlace> places;  ///< all have the same strength
  std::vector<PointStrength> strengths;
  PointStrength kernel = PointStrength::none;  ///< what Linux 6.1 has there
};

/// Which variants of a shape are tests.
enum class Variants : std::uint8_t {
  all,           ///< every combination of strengths
  one_weakened,  ///< the kernel's plan, and this plan with one point changed
};

/// A shape.
struct Shape {
  std::string name;
  std::string title;                  ///< what it is, in a line
  std::vector<std::string> question;  ///< what the condition asks, and why
  std::vector<std::string> threads;   ///< what each thread is
  StraightTest base;                  ///< with no order at any point
  std::vector<ShapePoint> points{};
  Variants variants = Variants::all;
};

/// A test of a shape.
struct ShapeTest {
  const Shape* shape = nullptr;
  std::vector<PointStrength> plan;  ///< by point
  StraightTest test;                ///< with its name: SHAPE+SITE.STRENGTH+…
  /// True iff the plan is the kernel's.
  [[nodiscard]] bool is_kernel_plan() const;
};

/// The tests of a shape, in the order of the strengths that its points list; no two are equal up to
/// names.
std::vector<ShapeTest> tests_of(const Shape& shape);

/// The shape drawn in text: a column for each thread, with the points between accesses, and below
/// that what the condition says of rf, co and fr. Lines without line ends.
std::vector<std::string> picture_of(const Shape& shape);

}  // namespace ringcheck::litmus
