// The atomic operations of C11.
// atomic_fetch_add and its kin without _explicit mean the kernel's functions, whose operands are
// the other way round. There is no weak compare-exchange, which may fail although the values are
// equal.
// Source: ISO/IEC 9899:2011, 7.17. Tested by tests/litmus/c11_test.cpp.
#include "litmus/c11_operations.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ringcheck::litmus {
namespace {

constexpr auto kOperations = std::to_array<C11Operation>({
    {"atomic_load", C11Kind::load, "p"},
    {"atomic_load_explicit", C11Kind::load, "po"},
    {"atomic_store", C11Kind::store, "pv"},
    {"atomic_store_explicit", C11Kind::store, "pvo"},
    {"atomic_exchange", C11Kind::modify, "pv", RmwOperation::exchange},
    {"atomic_exchange_explicit", C11Kind::modify, "pvo", RmwOperation::exchange},
    {"atomic_fetch_add_explicit", C11Kind::modify, "pvo", RmwOperation::add},
    {"atomic_fetch_sub_explicit", C11Kind::modify, "pvo", RmwOperation::subtract},
    {"atomic_fetch_and_explicit", C11Kind::modify, "pvo", RmwOperation::bit_and},
    {"atomic_fetch_or_explicit", C11Kind::modify, "pvo", RmwOperation::bit_or},
    {"atomic_fetch_xor_explicit", C11Kind::modify, "pvo", RmwOperation::bit_xor},
    {"atomic_compare_exchange_strong", C11Kind::compare_exchange, "pev"},
    {"atomic_compare_exchange_strong_explicit", C11Kind::compare_exchange, "pevoo"},
    {"atomic_thread_fence", C11Kind::fence, "o"},
});

constexpr auto kOrders = std::to_array<std::pair<std::string_view, MemoryOrder>>({
    {"memory_order_relaxed", MemoryOrder::relaxed},
    {"memory_order_consume", MemoryOrder::acquire},
    {"memory_order_acquire", MemoryOrder::acquire},
    {"memory_order_release", MemoryOrder::release},
    {"memory_order_acq_rel", MemoryOrder::acq_rel},
    {"memory_order_seq_cst", MemoryOrder::seq_cst},
});

}  // namespace

const C11Operation* find_c11_operation(std::string_view name) {
  const auto* found = std::ranges::find(kOperations, name, &C11Operation::name);
  return found == kOperations.end() ? nullptr : found;
}

namespace {

bool calls_c11(const Expr& e) {
  return (e.kind == ExprKind::call && find_c11_operation(e.name) != nullptr) ||
         std::ranges::any_of(e.operands, calls_c11);
}

bool calls_c11_in(const Statement& s) {
  return std::ranges::any_of(s.expressions, calls_c11) ||
         std::ranges::any_of(s.first, calls_c11_in) || std::ranges::any_of(s.second, calls_c11_in);
}

}  // namespace

bool uses_c11(const LitmusTest& test) {
  return std::ranges::any_of(test.threads, [](const ThreadText& thread) {
    return std::ranges::any_of(thread.body, calls_c11_in);
  });
}

std::optional<MemoryOrder> find_memory_order(std::string_view name) {
  for (const auto& [text, order] : kOrders)
    if (text == name) return order;
  return std::nullopt;
}

}  // namespace ringcheck::litmus
