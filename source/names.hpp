#pragma once
// What pieces of memory are called in the source.

#include <cstdint>
#include <string>

#include "source/code.hpp"

namespace ringcheck::source {

/// The way from an object of type number `type` to what is at `offset` in it: `.next`,
/// `.slots[2].seq`; `+4` where the type does not tell.
/// A structure counts as a whole where no field has all of the `bytes` bytes from there on, and, for
/// 0 bytes, where it begins there: `[1]`, not `[1].next`.
std::string path_in_type(const Unit& unit, std::uint32_t type, std::uint64_t offset,
                         std::uint32_t bytes = 1);

/// The name of the `bytes` bytes of memory at `address`: `queue.head`; `T1.block2+8` for a block
/// that thread 1 has allocated as its third.
std::string name_of_memory(const Code& code, std::uint64_t address, std::uint32_t bytes = 1);

}  // namespace ringcheck::source
