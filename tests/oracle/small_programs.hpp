#pragma once
// All programs of a shape, up to symmetry.

#include <functional>

#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// Calls `visit` for every program of `threads` threads of `operations` operations each, out of:
/// load, store, exchange, each on one of two locations and relaxed, and a full fence. One of each
/// class of programs that differ by the order of threads or the names of the two locations. Each
/// writes another value, since without control flow nothing depends on which.
void for_each_small_program(int threads, int operations,
                            const std::function<void(const TestProgram&)>& visit);

}  // namespace ringcheck::oracle
