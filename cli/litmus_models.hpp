#pragma once
// The models that `ringcheck litmus` is asked for, by name or as files.

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/litmus.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// A model, and the primitives that C tests may call under it.
struct LitmusModel {
  Model model;
  PrimitivesPtr primitives;
};

/// The models of one command. A file is loaded once for each architecture of the tests, because its
/// words are those of the architecture. Several threads may use this.
class LitmusModels {
 public:
  /// `names`: models, or paths that end in .cat; none: the model of each test's architecture.
  /// Errors: InputError for a name that is not a model's, or for a file that cannot be read.
  LitmusModels(std::vector<std::string> names, CatOptions options);

  /// How many were asked for; one if none.
  [[nodiscard]] std::size_t count() const { return std::max<std::size_t>(1, names_.size()); }
  /// What model number `i` is called; empty when each test has its own.
  [[nodiscard]] std::string name(std::size_t i) const;
  /// Model number `i` for tests of `architecture`. Errors: InputError if its file does not load.
  LitmusModel get(std::size_t i, litmus::Architecture architecture);
  /// What has to be said once about the models that were used, one line each: words of other
  /// machines, and axioms that only complete executions are asked.
  [[nodiscard]] std::string remarks() const;

 private:
  std::vector<std::string> names_;
  CatOptions options_;
  std::mutex mutex_;
  std::map<std::pair<std::size_t, litmus::Architecture>, LitmusModel> loaded_;
};

}  // namespace ringcheck
