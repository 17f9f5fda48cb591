#pragma once
// Checkers that are used again: to make one takes longer than most litmus tests do.

#include <memory>

#include "models/cat_checker.hpp"

namespace ringcheck {

/// A checker from a model's text, for as long as this lives. It is the one that the last KeptChecker
/// of this thread had, if that was of the same model and is gone. Answers depend on nothing but the
/// graph asked about, so that it makes no difference which it is.
/// Pre: no access in the graphs asked about is a piece of a larger one (Event::instruction): what is
/// remembered of graphs does not tell those apart.
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
