// Which checker a model gets. A hand-written one is an alternative of AnyChecker and a row here.
// Tested by tests/models/models_test.cpp.
#include "models/any_checker.hpp"

namespace ringcheck {

static_assert(ConsistencyChecker<CatChecker>);

AnyChecker make_checker(const Model& model) {
  return CatChecker(model);
}

}  // namespace ringcheck
