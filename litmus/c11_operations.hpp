#pragma once
// The atomic operations of C11 that tests may call, as <stdatomic.h> declares them.

#include <optional>
#include <string_view>

#include "explore/thread_run.hpp"
#include "litmus/test.hpp"
#include "models/c11_calls.hpp"

namespace ringcheck::litmus {

enum class C11Kind : std::uint8_t { load, store, modify, compare_exchange, fence };

/// An operation. `arguments` has a letter for each: `p` the object, `v` a value, `e` a pointer to
/// what a compare-exchange compares with, `o` a memory order (of a compare-exchange: of success,
/// then of failure). Without an `o` the order is seq_cst.
struct C11Operation {
  std::string_view name;
  C11Kind kind;
  std::string_view arguments;
  RmwOperation operation = RmwOperation::exchange;  ///< of modify

  [[nodiscard]] bool returns_value() const {
    return kind != C11Kind::store && kind != C11Kind::fence;
  }
};

/// The operation called `name`, or nullptr.
const C11Operation* find_c11_operation(std::string_view name);

/// True iff `test` calls one of them.
bool uses_c11(const LitmusTest& test);

/// The order called `name`: memory_order_relaxed, memory_order_consume (an acquire) and so on.
std::optional<MemoryOrder> find_memory_order(std::string_view name);

}  // namespace ringcheck::litmus
