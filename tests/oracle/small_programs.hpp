#pragma once
// All programs of a shape, up to symmetry.

#include <functional>

#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// Calls `visit` for every program of `threads` threads with `operations` operations each: load,
/// store and exchange, relaxed and on one of two locations, and a full fence. Of programs that
/// differ only by the order of threads or the names of the two locations, it visits one. Each
/// operation writes a different value, since without control flow nothing depends on the value.
void for_each_small_program(int threads, int operations,
                            const std::function<void(const TestProgram&)>& visit);

}  // namespace ringcheck::oracle
