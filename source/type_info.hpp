#pragma once
// Classes as C++ describes them at run time: which handler catches which exception.

#include <cstdint>

#include "source/code.hpp"

namespace ringcheck::source {

/// Whether a handler catches an exception.
enum class Catches : std::uint8_t {
  no,
  yes,
  not_modelled,  ///< its object is not at the start of the exception, or a conversion of pointers
};

/// Whether a handler of the type whose type_info is at `handler` (0: of any type) catches an
/// exception of the type whose type_info is at `thrown`.
/// Source: Itanium C++ ABI, 2.9.5 (RTTI layout); the hierarchy of std::exception: C++, [stdexcept].
Catches catches(const Code& code, std::uint64_t handler, std::uint64_t thrown);

/// True iff the type whose type_info is at `info` is a pointer.
bool is_pointer_type(const Code& code, std::uint64_t info);

}  // namespace ringcheck::source
