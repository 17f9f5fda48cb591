// Tested by tests/explore/explore_many_test.cpp.
#include "models/kept_checker.hpp"

#include <utility>

namespace ringcheck {

std::unique_ptr<KeptChecker::Kept>& KeptChecker::spare() {
  thread_local std::unique_ptr<Kept> kept;
  return kept;
}

KeptChecker::KeptChecker(const Model& model) : its_(std::move(spare())) {
  if (its_ == nullptr || &its_->model.data() != &model.data()) its_ = std::make_unique<Kept>(model);
}

KeptChecker::~KeptChecker() {
  spare() = std::move(its_);
}

}  // namespace ringcheck
