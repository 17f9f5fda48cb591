#pragma once
// What the atomic operations of C and C++ become under a model: one row a machine, from the
// published compilation mappings.

#include <array>
#include <cstdint>
#include <string_view>

#include "graph/event.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// The memory orders of C and C++. A consume is an acquire, as compilers have it.
enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };
inline constexpr std::size_t kMemoryOrders = 5;

/// True iff an operation of this order acquires, or releases.
constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order >= MemoryOrder::acq_rel;
}
constexpr bool releases(MemoryOrder order) {
  return order >= MemoryOrder::release;
}

/// An atomic load or store as events. A fence without tags stands for no instruction.
struct C11Access {
  TagSet before{};  ///< of the fence before the access
  TagSet access{Tag::once};
  /// Of a load: a branch on its value follows right after it. Whichever way it goes, all that
  /// follows has a control dependency on the load.
  bool branch = false;
  TagSet after{};         ///< of the fence after it, and after the branch
  bool exchange = false;  ///< of a store: an atomic exchange whose value is not used
};

/// An atomic read-modify-write as events. It has its fences and branch even when it fails.
struct C11Update {
  TagSet before{};
  TagSet read{Tag::once};
  TagSet write{Tag::once};
  TagSet fail{Tag::once};  ///< of the read of a compare_exchange that fails
  bool branch = false;
  TagSet after{};
};

/// The operations of one machine or language, by MemoryOrder. For an order that an operation cannot
/// have, the row repeats the next stronger one.
struct C11Calls {
  std::string_view name;
  std::array<C11Access, kMemoryOrders> load;
  std::array<C11Access, kMemoryOrders> store;
  std::array<C11Update, kMemoryOrders> update;            ///< exchange and the fetch operations
  std::array<C11Update, kMemoryOrders> compare_exchange;  ///< see compare_exchange_as
  std::array<TagSet, kMemoryOrders> fence;                ///< atomic_thread_fence
};

/// A compare_exchange with these orders for success and failure. A machine has one instruction for
/// both, which has both orders; rc11 annotates success and failure each with its own order.
C11Update compare_exchange_as(const C11Calls& calls, MemoryOrder success, MemoryOrder failure);

/// The row of `model`; null if it has none: the Linux-kernel model has its own primitives, and
/// gives those of C++ no meaning. A user's model of C has the row of rc11.
const C11Calls* c11_calls(const Model& model);

}  // namespace ringcheck
