#pragma once
// The table of instructions of an assembly test.

#include <string>
#include <vector>

#include "litmus/lexer.hpp"

namespace ringcheck::litmus::assembly {

/// The threads of the table: a row names them (`P0 | P1 ;`), each row below has an instruction, a
/// label or nothing for each. Errors: InputError for what is none of these.
std::vector<ThreadText> read_threads(const std::vector<std::vector<Cell>>& table,
                                     const std::string& file, const Place& place);

/// Rewrites the instructions of an X86 test, as herd7 has them (MOV EAX,[x]), as X86_64 has them
/// (movl (x),%eax).
void turn_intel(std::vector<ThreadText>& threads);

}  // namespace ringcheck::litmus::assembly
