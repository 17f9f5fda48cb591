#pragma once
// What pieces of memory are called in the source.

#include <cstdint>
#include <string>

#include "source/code.hpp"

namespace ringcheck::source {

/// The way from an object of type number `type` to what is at `offset` in it: `.next`,
/// `.slots[2].seq`; `+4` where the type does not tell.
std::string path_in_type(const Unit& unit, std::uint32_t type, std::uint64_t offset);

/// The name of the memory at `address`: `queue.head`; `T1.block2+8` for a block that thread 1 has
/// allocated as its third.
std::string name_of_memory(const Code& code, std::uint64_t address);

}  // namespace ringcheck::source
