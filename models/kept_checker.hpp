#pragma once
// Checkers that are used again: making one takes longer than most litmus tests.

#include <memory>

#include "models/cat_checker.hpp"

namespace ringcheck {

/// A checker from a model's text, for as long as this lives. If the last KeptChecker of this thread
/// is gone and was of the same model, this takes over its checker. That makes no difference:
/// answers depend on nothing but the graph asked about.
/// Pre: no access in the graphs asked about is a piece of a larger one (Event::instruction): what a
/// checker remembers of graphs does not tell those apart.
/// Tested by tests/explore/explore_many_test.cpp.
class KeptChecker {
 public:
  explicit KeptChecker(const Model& model);
  KeptChecker(const KeptChecker&) = delete;
  KeptChecker& operator=(const KeptChecker&) = delete;
  ~KeptChecker();

  [[nodiscard]] CatChecker& get() { return its_->checker; }

 private:
  struct Kept {
    explicit Kept(const Model& of) : model(of), checker(of) {}
    Model model;
    CatChecker checker;
  };
  static std::unique_ptr<Kept>& spare();

  std::unique_ptr<Kept> its_;
};

}  // namespace ringcheck
