#pragma once
// The kernel primitives that a litmus test may call: one row each.

#include <cstdint>
#include <string_view>

#include "explore/thread_run.hpp"

namespace ringcheck::litmus {

/// What a primitive does.
enum class Action : std::uint8_t {
  load,
  store,
  store_then_mb,
  fence,
  read_modify_write,
  spin_lock,
  spin_unlock,
  spin_trylock,
  spin_is_locked,
  srcu,  ///< a fence on an srcu_struct
};

/// What a read-modify-write returns.
enum class RmwResult : std::uint8_t {
  nothing,
  old_value,
  new_value,
  new_is_zero,
  new_is_negative,
  succeeded
};

/// A primitive. `arguments` has a letter for each: `l` an access such as *p, `p` a pointer, `v` a
/// value, `e` the value that a conditional operation compares with.
struct Primitive {
  std::string_view name;
  Action action = Action::fence;
  std::string_view arguments{};
  bool returns_value = false;
  TagSet tags{};  ///< of a load, store, fence or fence on an srcu_struct
  RmwOperation operation = RmwOperation::exchange;
  RmwOrder order{};
  RmwResult result = RmwResult::nothing;
};

/// The primitive called `name`, or nullptr.
const Primitive* find_primitive(std::string_view name);

/// True iff the primitive accesses memory.
inline bool accesses_memory(const Primitive& primitive) {
  return primitive.action != Action::fence;
}

}  // namespace ringcheck::litmus
