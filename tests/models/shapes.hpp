#pragma once
// The classic shapes of weak behaviour, each as the execution that sequential consistency forbids.

#include "tests/models/graph_builder.hpp"
#include "tests/models/random_graph.hpp"

namespace ringcheck::tests {

enum class Dependency { none, addr, data, ctrl };

/// How the two accesses of one thread of a shape are tied: their tags, what is between them, and a
/// dependency of the second on the first.
struct Side {
  TagSet first = {Tag::once};
  TagSet second = {Tag::once};
  Tag fence = Tag::once;  ///< `once`: no fence
  Dependency dependency = Dependency::none;
};

ExecutionGraph mp(const Side& writer, const Side& reader);
ExecutionGraph sb(const Side& left, const Side& right);
ExecutionGraph lb(const Side& left, const Side& right);
ExecutionGraph two_plus_two_w(const Side& left, const Side& right);
ExecutionGraph iriw(const Side& left, const Side& right);  ///< the sides of the two readers
ExecutionGraph wrc(const Side& middle, const Side& reader);
ExecutionGraph corr();
ExecutionGraph coww();
ExecutionGraph corw();
ExecutionGraph cowr();
/// A write of another thread in coherence order between the two parts of a read-modify-write.
ExecutionGraph write_within_rmw();
/// SB whose writes are fully ordered exchanges, with two fences as in the kernel model.
ExecutionGraph sb_with_xchg();
/// SB whose writes are read-modify-writes that other CPUs need not see as one.
ExecutionGraph sb_with_local_rmw();

/// A complete random graph of marked accesses, fences, dependencies and relaxed read-modify-writes,
/// like that of kernel code without locks.
ExecutionGraph kernel_like_graph(Random& random, int events);

}  // namespace ringcheck::tests
