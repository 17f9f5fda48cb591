#pragma once
// Making a failing program small enough to read.

#include <functional>

#include "tests/oracle/ir.hpp"

namespace ringcheck::oracle {

/// A program in which no instruction, thread or location can be removed, and no instruction made
/// simpler, without `fails` turning false. Pre: fails(program).
TestProgram minimise(TestProgram program, const std::function<bool(const TestProgram&)>& fails);

}  // namespace ringcheck::oracle
