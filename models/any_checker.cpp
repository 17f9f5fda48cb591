// Which checker a model gets. A hand-written one is an alternative of AnyChecker and a row here.
// Tested by tests/models/models_test.cpp.
#include "models/any_checker.hpp"

#include "models/counter_row.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

static_assert(ConsistencyChecker<CatChecker>);

AnyChecker make_checker(const Model& model, std::size_t threads, bool seq_cst) {
  // The order that rc11 puts on accesses that are seq_cst is in its text alone.
  if (model.data().fast == FastCheck::rc11 && (seq_cst || threads > kFastThreads))
    return CatChecker(model);
  switch (model.data().fast) {
    case FastCheck::none:
      break;
    case FastCheck::sc:
      return ScChecker{};
    case FastCheck::tso:
      return TsoChecker{};
    case FastCheck::rc11:
      return Rc11Checker(model.data().own_stores_continue);
  }
  return CatChecker(model);
}

}  // namespace ringcheck
