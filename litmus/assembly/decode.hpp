#pragma once
// Turns an instruction as written into a step that is run.

#include <functional>
#include <map>
#include <string>

#include "litmus/assembly/code.hpp"

namespace ringcheck::litmus::assembly {

/// What the operands of a thread's instructions may name.
struct Names {
  const LitmusTest& test;
  const LocationNames& locations;
  const std::map<std::string, std::size_t>& labels;  ///< by name: the step after the label
  const std::function<int(int)>& slot_of;            ///< the slot of a register, by its number
};

/// The step of `line`. Errors: InputError for an instruction without a row, operands that fit none
/// of its rows, registers of the wrong size, missing labels.
Step decode(const Machine& machine, const AssemblyLine& line, const Names& names);

}  // namespace ringcheck::litmus::assembly
