#pragma once
// The table of instructions of an assembly test.

#include <string>
#include <vector>

#include "litmus/lexer.hpp"

namespace ringcheck::litmus::assembly {

/// The threads of the table: the first row names them (`P0 | P1 ;`), and each row below has an
/// instruction, a label or nothing for each thread. Errors: InputError for anything else.
std::vector<ThreadText> read_threads(const std::vector<std::vector<Cell>>& table,
                                     const std::string& file, const Place& place);

/// Rewrites the instructions of an X86 test from herd7's form (MOV EAX,[x]) into X86_64's (movl
/// (x),%eax).
void turn_intel(std::vector<ThreadText>& threads);

}  // namespace ringcheck::litmus::assembly
