#pragma once
// Checks a program that a test holds as text.

#include <string>

#include "source/check_program.hpp"

namespace ringcheck::source::tests {

/// A program in C (`name` ends in .c), C++20 or LLVM IR, ready to be checked; after the compiler's
/// own passes of level `optimise`, unless that is empty.
std::shared_ptr<const Code> code_of(const std::string& text, const std::string& name = "program.c",
                                    const std::string& optimise = "");

/// The result of a check of it.
CheckResult check(const std::string& text, const std::string& model,
                  const CheckOptions& options = {}, const std::string& name = "program.c");

}  // namespace ringcheck::source::tests
