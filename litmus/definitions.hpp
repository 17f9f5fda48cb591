#pragma once
// Definitions of primitives, as in linux-kernel.def of the kernel's memory model. Internal to
// litmus/.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "litmus/primitives.hpp"

namespace ringcheck::litmus {

/// Whether instructions of a kind (R, W, RMW, F, SRCU) may have an annotation.
using Allows = std::function<bool(std::string_view instruction, std::string_view annotation)>;

/// Reads the definitions in `text`, the contents of `file`. atomic_add_unless needs no definition.
/// Errors: InputError, with the place, for what is not a definition, and for a definition with
/// events that ringcheck does not have.
std::shared_ptr<const Primitives> read_definitions(std::string_view text, const std::string& file,
                                                   const Allows& allows);

}  // namespace ringcheck::litmus
