#pragma once
// Whether consistency survives taking events away, which exploration relies on.

#include "models/language/plan.hpp"

namespace ringcheck::cat {

/// On which graphs the axioms of a plan are evaluated exactly.
enum class Exactness : std::uint8_t {
  all_graphs,  ///< a partial graph that passes has, as far as its events tell, no broken axiom
  complete_graphs_only,  ///< an axiom excludes pairs by what only a complete graph shows; partial
                         ///< graphs pass it
};

/// Marks as `when_complete` each axiom of `plan` that can become true by adding events: one that
/// uses `\` or `~` on something that depends on rf, co or fr, or that uses FW or different-values.
/// It says nothing before a graph is complete. Flags may use anything, since they are tested on
/// complete graphs only.
///
/// Otherwise the removed relation may depend on po, addresses and tags. If it depends on more than
/// the two events of a pair, a later event could still add to it, and Values keeps only what no
/// later event can change (Stability):
///
///   - rigid: it depends on the two events alone;
///   - tags: also on whether an operation that may fail succeeds, which decides its read's tags;
///   - endpoints: also on whether their addresses are known, and on the write of an operation;
///   - interval: also on events between the two in po;
///   - global: on anything.
///
/// Pre: a literal plan.
Exactness mark_axioms_of_complete_graphs(Plan& plan);

}  // namespace ringcheck::cat
