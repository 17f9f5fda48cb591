// Which checker a model gets. A hand-written one is an alternative of AnyChecker and a row here.
// Tested by tests/models/models_test.cpp.
#include "models/any_checker.hpp"

#include "models/counter_row.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

static_assert(ConsistencyChecker<CatChecker>);

AnyChecker make_checker(const Model& model, std::size_t threads, bool seq_cst) {
  if (model.data().fast == FastCheck::rc11 && threads > kFastThreads) return CatChecker(model);
  switch (model.data().fast) {
    case FastCheck::none:
      break;
    case FastCheck::sc:
      return ScChecker{};
    case FastCheck::tso:
      return TsoChecker{};
    case FastCheck::rc11:
      if (seq_cst) return Rc11ScChecker(model.data().own_stores_continue);
      return Rc11Checker(model.data().own_stores_continue);
  }
  return CatChecker(model);
}

}  // namespace ringcheck
