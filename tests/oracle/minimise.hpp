#pragma once
// Making a failing program small enough to read.

#include <functional>

#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// A program from which no instruction, thread or location can be taken, and no instruction be made
/// simpler, without `fails` turning false. Pre: fails(program).
TestProgram minimise(TestProgram program, const std::function<bool(const TestProgram&)>& fails);

}  // namespace ringcheck::oracle
