#pragma once
// Memory orders of instructions, as models know them and as people write them.

#include <string_view>

#include "models/c11_calls.hpp"
#include "source/ir.hpp"

namespace ringcheck::source {

/// The order of an access that has one: a plain one orders nothing more than a relaxed one.
constexpr MemoryOrder memory_order(Order order) {
  switch (order) {
    case Order::plain:
    case Order::relaxed:
      return MemoryOrder::relaxed;
    case Order::acquire:
      return MemoryOrder::acquire;
    case Order::release:
      return MemoryOrder::release;
    case Order::acquire_release:
      return MemoryOrder::acq_rel;
    case Order::seq_cst:
      return MemoryOrder::seq_cst;
  }
  return MemoryOrder::seq_cst;
}

/// The order as C has it after memory_order_.
constexpr std::string_view name_of(MemoryOrder order) {
  constexpr std::string_view kNames[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return kNames[static_cast<std::size_t>(order)];
}

}  // namespace ringcheck::source
