// Recursive definitions go on from the values that they have, if their unknowns only grow.
// Tested by tests/models/incremental_test.cpp.
#include <algorithm>

#include "models/propagation.hpp"

namespace ringcheck {

using cat::NodeId;
using cat::Op;

template <int W>
void Propagation<W>::group(const Steps& steps, int number) {
  const GroupSteps& group = steps.groups[index(number)];
  const bool affected =
      news_ || std::ranges::any_of(group.needs, [&](NodeId n) { return changed_[index(n)].any(); });
  for (const NodeId v : group.variables) changed_[index(v)].clear();
  if (!affected) return;
  if (group.monotone)
    group_by_rounds(steps, group);
  else
    group_anew(number);
}

template <int W>
void Propagation<W>::group_by_rounds(const Steps& steps, const GroupSteps& group) {
  const std::size_t start = kept_.size();
  const std::size_t n = group.variables.size();
  kept_.resize(start + 2 * n);
  for (bool grew = true; grew;) {
    grew = false;
    for (const Step& step : group.order) run(steps, step);
    for (std::size_t i = 0; i < n; ++i) {
      const NodeId v = group.variables[i];
      const NodeId body = group.bodies[i];
      Row last;
      if (values_.is_set(v)) {
        change_set(v, values_.set_of(body));
        last = changed_[index(v)];
      } else {
        for_each(changed_[index(body)],
                 [&](int e) { put(values_.rows_of(v), e, values_.rows_of(body)[e], last); });
      }
      kept_[start + i] |= last;
      kept_[start + n + i] = last;
      grew = grew || last.any();
    }
    for (std::size_t i = 0; i < n; ++i) changed_[index(group.variables[i])] = kept_[start + n + i];
  }
  for (std::size_t i = 0; i < n; ++i) changed_[index(group.variables[i])] = kept_[start + i];
  kept_.resize(start);
}

template <int W>
void Propagation<W>::group_anew(int number) {
  std::vector<NodeId> nodes;  // those of the group and of groups within it
  std::vector<int> open{number};
  while (!open.empty()) {
    const cat::Group& group = values_.plan().groups[index(open.back())];
    open.pop_back();
    nodes.insert(nodes.end(), group.variables.begin(), group.variables.end());
    for (const NodeId n : group.order) {
      const cat::Node& node = values_.plan().nodes[index(n)];
      if (node.op != Op::fixpoint)
        nodes.push_back(n);
      else if (node.b == 0)
        open.push_back(node.a);
    }
  }
  for (const NodeId n : nodes) {
    if (values_.is_set(n)) {
      trail_.keep(values_.set_of(n));
      continue;
    }
    Row* const rows = values_.rows_of(n);
    for (int e = 0; e < values_.size(); ++e) trail_.keep(rows[e]);
  }
  values_.fixpoint(number);
  for (const NodeId v : values_.plan().groups[index(number)].variables)
    changed_[index(v)] = everything();
}

template void Propagation<1>::group(const Steps&, int);
template void Propagation<1>::group_by_rounds(const Steps&, const GroupSteps&);
template void Propagation<1>::group_anew(int);
template void Propagation<2>::group(const Steps&, int);
template void Propagation<2>::group_by_rounds(const Steps&, const GroupSteps&);
template void Propagation<2>::group_anew(int);
template void Propagation<4>::group(const Steps&, int);
template void Propagation<4>::group_by_rounds(const Steps&, const GroupSteps&);
template void Propagation<4>::group_anew(int);
template void Propagation<kGrowing>::group(const Steps&, int);
template void Propagation<kGrowing>::group_by_rounds(const Steps&, const GroupSteps&);
template void Propagation<kGrowing>::group_anew(int);

}  // namespace ringcheck
