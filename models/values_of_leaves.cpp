// What the base names of relations mean on a graph, and nested-pairs.
// Tested by tests/models/evaluator_test.cpp against sets of pairs.
#include <algorithm>
#include <array>

#include "graph/check.hpp"
#include "models/values.hpp"

namespace ringcheck {

using cat::Node;
using cat::Op;

template <int W>
BitRow<W>* Values<W>::rows_of_view(Op op) {
  switch (op) {
    case Op::po:
      return view_.po.data();
    case Op::internal:
      return view_.thread_mask.data();
    case Op::addr:
      return view_.addr.data();
    case Op::data:
      return view_.data.data();
    case Op::ctrl:
      return view_.ctrl.data();
    case Op::rf:
      return view_.rf.data();
    case Op::co:
      return view_.co.data();
    case Op::fr:
      return view_.fr.data();
    default:
      return nullptr;
  }
}

// Each closing event takes the last opening one of its thread and location that is still free.
// Threads issue their events in program order, so no later event can change a pair.
template <int W>
void Values<W>::nested_pairs(const Row& opening, const Row& closing, Row* out) const {
  const ExecutionGraph& graph = *view_.graph;
  std::fill_n(out, view_.size, Row{});
  ByEvent<W, EventNumber> open;
  make_room(open, view_.size);
  for (int t = 0; t < graph.threads(); ++t) {
    std::size_t depth = 0;
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e == kNoEvent) continue;
      if (opening.test(e)) open[depth++] = e;
      if (!closing.test(e)) continue;
      std::size_t i = depth;
      while (i > 0 && graph[open[i - 1]].location != graph[e].location) --i;
      if (i == 0) continue;
      if (plan_.backward)
        out[e].set(open[i - 1]);
      else
        out[open[i - 1]].set(e);
      for (--depth; i <= depth; ++i) open[i - 1] = open[i];
    }
  }
}

template <int W>
void Values<W>::compute_leaf(const Node& node, Row* out) {
  if (rows_of_view(node.op) != nullptr) return;  // load() has filled these
  if (node.op == Op::empty_relation) {
    std::fill_n(out, view_.size, Row{});
    return;
  }
  for (int e = 0; e < view_.size; ++e) out[e] = leaf_row(node.op, e);
}

template <int W>
BitRow<W> Values<W>::leaf_row(Op op, int e) const {
  Row row;
  if (!view_.visible.test(e)) return row;
  const Event& event = (*view_.graph)[static_cast<EventNumber>(e)];
  switch (op) {
    case Op::identity:
      row.set(e);
      break;
    case Op::ext:
      return view_.visible - view_.thread_mask[index(e)];
    case Op::loc:
      if (event.location != kNoLocation) row = view_.location_mask[event.location];
      break;
    case Op::si:
      row.set(e);
      for_each_piece(*view_.graph, event, [&](EventNumber piece) {
        if (are_of_one_access((*view_.graph)[piece], event)) row.set(piece);
      });
      break;
    case Op::rmw:
      if (view_.rmw_events.test(e) && (plan_.backward ? view_.writes : view_.reads).test(e))
        row.set(event.rmw);
      break;
    default:
      RC_CHECK(false, "not an operation that gives a relation");
  }
  return row;
}

template BitRow<1>* Values<1>::rows_of_view(cat::Op);
template void Values<1>::nested_pairs(const BitRow<1>&, const BitRow<1>&, BitRow<1>*) const;
template void Values<1>::compute_leaf(const cat::Node&, BitRow<1>*);
template BitRow<1> Values<1>::leaf_row(cat::Op, int) const;
template BitRow<2>* Values<2>::rows_of_view(cat::Op);
template void Values<2>::nested_pairs(const BitRow<2>&, const BitRow<2>&, BitRow<2>*) const;
template void Values<2>::compute_leaf(const cat::Node&, BitRow<2>*);
template BitRow<2> Values<2>::leaf_row(cat::Op, int) const;
template BitRow<4>* Values<4>::rows_of_view(cat::Op);
template void Values<4>::nested_pairs(const BitRow<4>&, const BitRow<4>&, BitRow<4>*) const;
template void Values<4>::compute_leaf(const cat::Node&, BitRow<4>*);
template BitRow<4> Values<4>::leaf_row(cat::Op, int) const;
template BitRow<kGrowing>* Values<kGrowing>::rows_of_view(cat::Op);
template void Values<kGrowing>::nested_pairs(const BitRow<kGrowing>&, const BitRow<kGrowing>&,
                                             BitRow<kGrowing>*) const;
template void Values<kGrowing>::compute_leaf(const cat::Node&, BitRow<kGrowing>*);
template BitRow<kGrowing> Values<kGrowing>::leaf_row(cat::Op, int) const;

}  // namespace ringcheck
