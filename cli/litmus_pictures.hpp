#pragma once
// Pictures of a litmus test's executions, as `ringcheck litmus run --show` writes them.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/litmus_command.hpp"
#include "litmus/litmus.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// Draws executions of one test under one model, up to a limit.
class LitmusPictures {
 public:
  /// Pictures as `options` asks for them, of the test called `test` in file `file`, whose text is
  /// `text`. The options outlive this.
  LitmusPictures(const LitmusRunOptions& options, Model model, std::string test, std::string file,
                 std::string text)
      : options_(options),
        model_(std::move(model)),
        test_(std::move(test)),
        file_(std::move(file)),
        text_(std::move(text)) {}

  /// Draws an execution if it is asked for.
  void take(const ShownExecution& execution);

  /// Writes what is left to write, as `name`, to the folder of pictures. Returns a remark if not
  /// all executions were drawn. Errors: InputError.
  std::string write(const std::string& name);

 private:
  [[nodiscard]] std::string dot(const ShownExecution& execution) const;
  [[nodiscard]] std::string page(const ShownExecution& execution) const;

  const LitmusRunOptions& options_;
  Model model_;
  std::string test_, file_, text_;
  std::vector<std::string> drawn_;  ///< an execution each
  bool left_out_ = false;
};

/// The name for pictures of the test in each of `files`: the test's name, and NAME.2 for the second
/// test called NAME, so that no test's pictures replace another's. A file that is no test has none.
std::map<std::string, std::string> picture_names(const std::vector<std::string>& files);

}  // namespace ringcheck
