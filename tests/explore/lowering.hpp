#pragma once
// From the oracle's test programs to programs that the explorer runs.

#include "explore/program.hpp"
#include "tests/oracle/ir.hpp"

namespace ringcheck {

/// The program that does what `program` does. Its threads' bodies interpret copies of the code.
/// Pre: defect(program) is empty.
Program lower(const oracle::TestProgram& program);

}  // namespace ringcheck
