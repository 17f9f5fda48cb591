#pragma once
// Memory models.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ringcheck/error.hpp"

namespace ringcheck {

/// Not part of the interface.
namespace detail {
struct model_data;
struct model_access;
}  // namespace detail

/// The words that a .cat text uses for the kinds of events.
enum class words {
  cxx,           ///< C and C++: NA, RLX, ACQ, REL, SC, as models/cat/rc11.cat has them
  linux_kernel,  ///< the kernel's: Once, Acquire, Release, Mb, … as in its linux-kernel.bell
};

/// A memory model: it says which executions a program has. Cheap to copy; threads may share it.
class model {
 public:
  /// The model of this name: sc, x86-tso, armv8, riscv, power, rc11 or lkmm. Errors: error, with
  /// the names that exist.
  model(std::string_view name);                                      // NOLINT
  model(const char* name) : model(std::string_view(name)) {}         // NOLINT
  model(const std::string& name) : model(std::string_view(name)) {}  // NOLINT

  /// A model from the text of a .cat file. Executions that reorder a load with a later store exist
  /// under it unless the text forbids them. Errors: error, with the place in the text; also for an
  /// axiom under which an execution may be consistent although a part of it is not.
  static model from_text(std::string name, std::string_view cat, words which = words::cxx);
  /// The same from a file, with the .bell and .def files beside it, in the kernel's words.
  static model from_file(const std::string& path);

  /// Names of the models that ringcheck comes with, strongest first.
  static std::vector<std::string> names();

  [[nodiscard]] const std::string& name() const;
  /// One line that says what it is.
  [[nodiscard]] const std::string& title() const;
  /// Names of its axioms, in the order of its text.
  [[nodiscard]] std::vector<std::string> axioms() const;
  /// Names of what it flags in executions that it allows, such as data-race.
  [[nodiscard]] std::vector<std::string> flags() const;

 private:
  friend struct detail::model_access;
  explicit model(std::shared_ptr<const detail::model_data> data) : data_(std::move(data)) {}
  std::shared_ptr<const detail::model_data> data_;
};

}  // namespace ringcheck
