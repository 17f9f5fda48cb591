#pragma once
// Axioms written by hand, as plainly as possible, to compare with the models' own text and fast
// checks.

#include "graph/execution_graph.hpp"

namespace ringcheck::oracle {

// All take a graph in which some events may not be materialised yet, and look only at the others.
// On a graph whose events are all materialised, they decide whether it is consistent.

/// Sequential consistency: acyclic(po | rf | co | fr), and atomic read-modify-writes.
/// Source: Shasha and Snir, TOPLAS 1988; Alglave, Maranget, Tautschnig, TOPLAS 2014, figure 21.
bool naive_sc(const ExecutionGraph& graph);

/// x86-TSO: coherence; acyclic(ppo | order around fences and locked operations | rfe | co | fr),
/// where ppo is all of po but from a write to a later read; and atomic read-modify-writes. An
/// operation is locked if it is atomic and writes. Only smp_mb is a fence. Source: Owens, Sarkar,
/// Sewell, TPHOLs 2009; Alglave et al. 2014, figure 21 and section 4.8.
bool naive_tso(const ExecutionGraph& graph);

/// The weakest model that the explorer is made for: coherence of each location, atomic
/// read-modify-writes, and no value out of thin air, that is, acyclic(address | data | control |
/// rmw | rf). Pre: the graph tracks dependencies.
bool naive_coherent(const ExecutionGraph& graph);

}  // namespace ringcheck::oracle
