#pragma once
// A program to be checked: shared objects, and threads that use them.

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace ringcheck {

/// Not part of the interface.
namespace detail {
struct program_data;
struct program_access;
}  // namespace detail

/// A program: a name, and a body that makes shared objects, starts threads (atomic.hpp) and joins
/// them. What it does before the first thread starts sets the initial state; what it does after the
/// first join sees the final one. Cheap to copy.
///
/// The body runs once to set the program up, and again at the end of each execution, so it must
/// make the same objects and threads each time. What its threads leave in its other variables is
/// there after the join. Threads may also touch objects that exist before
/// the body runs; such objects are part of the program, and must outlive every check.
class program {
 public:
  /// `name` is for messages and witnesses.
  program(std::string name, std::function<void()> body);
  /// A program with no name of its own.
  template <class F>
  requires(std::is_invocable_v<F&> && !std::is_same_v<std::remove_cvref_t<F>, program>)  //
      program(F body)  // NOLINT(google-explicit-constructor)
      : program("program", std::function<void()>(std::move(body))) {}

  [[nodiscard]] const std::string& name() const;

 private:
  friend struct detail::program_access;
  std::shared_ptr<const detail::program_data> data_;
};

}  // namespace ringcheck
