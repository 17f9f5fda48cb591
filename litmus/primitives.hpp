#pragma once
// The kernel primitives that a litmus test may call, one row each.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
  std::uint64_t operand = 1;  ///< the value, if no argument gives it
};

/// The primitives that tests may call. Rows stay where they are while the table lives.
class Primitives {
 public:
  Primitives() = default;
  Primitives(const Primitives&) = delete;
  Primitives& operator=(const Primitives&) = delete;

  /// The primitive called `name`, or nullptr.
  [[nodiscard]] const Primitive* find(std::string_view name) const;
  /// The names of all, sorted.
  [[nodiscard]] std::vector<std::string_view> names() const;
  /// Adds a row with its own name and arguments, or replaces the row of that name.
  void add(Primitive row, std::string name, std::string arguments);

 private:
  struct Owned {
    std::string name;
    std::string arguments;
    Primitive row;
  };
  std::map<std::string_view, const Primitive*> rows_;
  std::deque<Owned> owned_;
};

/// The primitives that every test may call, unless its model comes with definitions of its own.
const Primitives& builtin_primitives();

/// The table of `primitives`: null means the built-in one.
inline const Primitives& table_of(const std::shared_ptr<const Primitives>& primitives) {
  return primitives != nullptr ? *primitives : builtin_primitives();
}

/// True iff the primitive accesses memory.
inline bool accesses_memory(const Primitive& primitive) {
  return primitive.action != Action::fence;
}

}  // namespace ringcheck::litmus
