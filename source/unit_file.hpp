#pragma once
// Units as bytes, from the process that makes one to the one that checks it. Both are of one build.
// Tested by tests/source/unit_file_test.cpp.

#include <string>
#include <string_view>

#include "source/ir.hpp"

namespace ringcheck::source {

/// The environment variable that names the file into which ringcheck-clang puts the unit of what it
/// compiles (source/clang/main.cpp).
inline constexpr const char* kUnitFileVariable = "RINGCHECK_UNIT_FILE";

/// `unit`, made from `bitcode`, as bytes.
std::string bytes_of_unit(const Unit& unit, const std::string& bitcode);

/// Reads `unit` from `bytes`. Returns false, and leaves something in `unit`, if they are not all of
/// a unit that was made from `bitcode`.
bool unit_of_bytes(std::string_view bytes, const std::string& bitcode, Unit& unit);

}  // namespace ringcheck::source
