// Tested by tests/models/evaluator_test.cpp.
#include "models/evaluation.hpp"

namespace ringcheck {

using cat::NodeId;

template <int W>
void Evaluation<W>::require(NodeId n) {
  if (computed_[static_cast<std::size_t>(n)]) return;
  for (NodeId need : needs_of(plan_, n)) {
    if (computed_[static_cast<std::size_t>(need)]) continue;
    values_.compute(need);
    computed_[static_cast<std::size_t>(need)] = true;
  }
}

template <int W>
bool Evaluation<W>::holds(const cat::Test& test) {
  require(test.node);
  bool result = true;
  if (test.kind == cat::TestKind::empty) {
    result = values_.none(test.node);
  } else {
    const Row* rows = values_.rows(test.node);
    if (test.kind == cat::TestKind::acyclic)
      result = acyclic<W>(size(), rows);
    else
      for (int e = 0; e < size(); ++e) result = result && !rows[e].test(e);
  }
  return result != test.negated;
}

template class Evaluation<1>;
template class Evaluation<2>;
template class Evaluation<4>;
template class Evaluation<kGrowing>;

}  // namespace ringcheck
