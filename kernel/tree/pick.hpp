#pragma once
// Picking definitions by name out of files of a kernel tree.

#include <memory>
#include <string>
#include <vector>

#include "kernel/tree/c_text.hpp"
#include "kernel/tree/kernel_unit.hpp"

namespace ringcheck {

/// The C text of `unit`: what it names and all that this needs, in the order of the files, each
/// item under its conditions and with its place. Includes are left out: what they would bring is in
/// the unit or in our headers. `texts`: the unit's files, in its order. Errors: InputError names a
/// function that its file does not have.
std::string pick(const KernelUnit& unit, const std::vector<std::unique_ptr<CText>>& texts);

}  // namespace ringcheck
