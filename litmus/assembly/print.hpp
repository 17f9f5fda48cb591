#pragma once
// Assembly tests as text.

#include <string>

#include "litmus/test.hpp"

namespace ringcheck::litmus::assembly {

/// The table of instructions of `test`, a line each row, as herd7 writes it.
std::string text_of_table(const LitmusTest& test);

}  // namespace ringcheck::litmus::assembly
