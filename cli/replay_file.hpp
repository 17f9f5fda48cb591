#pragma once
// Witnesses in files.

#include <string>
#include <variant>

#include "check/witness.hpp"
#include "source/replay.hpp"

namespace ringcheck {

/// A witness that was run again: of a perf scenario, or of a program in C, C++ or LLVM IR.
using AnyReplay = std::variant<Replay, source::ProgramReplay>;

/// Runs the witness in file `path` again; "-" is standard input. Errors: InputError that names the
/// file.
AnyReplay replay_file(const std::string& path);

}  // namespace ringcheck
