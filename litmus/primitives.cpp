// The table of kernel primitives.
// A read-modify-write is a read and a write that are atomic together. A fully ordered one stands
// between two full fences and is `once` itself. An atomic operation that returns nothing has a read
// that smp_rmb does not order (`noreturn`). One that fails is only a `once` read. The kernel's
// memory model does not have local_t operations; they promise only to be atomic against interrupts
// of their own CPU: a read and a write. Some machines do more (litmus/compilation/).
// Source: tools/memory-model/linux-kernel.def and .bell of Linux 6.1; atomic_add_unless is built
// into herd7.
// Tested by tests/litmus/primitives_test.cpp.
#include "litmus/primitives.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace ringcheck::litmus {

namespace {

enum class Strength : std::uint8_t { full, relaxed, acquire, release, noreturn, local };

constexpr RmwOrder order_of(Strength strength) {
  switch (strength) {
    case Strength::full:
      return {.full = true};
    case Strength::relaxed:
      return {};
    case Strength::acquire:
      return {.read_tags = {Tag::acquire}};
    case Strength::release:
      return {.write_tags = {Tag::release}};
    case Strength::noreturn:
      return {.read_tags = {Tag::noreturn}};
    case Strength::local:
      return {.read_tags = {Tag::once, Tag::local},
              .write_tags = {Tag::once, Tag::local},
              .atomic = false,
              .fail_tags = {Tag::once, Tag::local}};
  }
  return {};
}

constexpr Primitive load(std::string_view name, std::string_view arguments, Tag tag) {
  return {.name = name,
          .action = Action::load,
          .arguments = arguments,
          .returns_value = true,
          .tags = {tag}};
}
constexpr Primitive store(std::string_view name, std::string_view arguments, Tag tag) {
  return {.name = name, .action = Action::store, .arguments = arguments, .tags = {tag}};
}
constexpr Primitive fence(std::string_view name, Tag tag) {
  return {.name = name, .action = Action::fence, .tags = {tag}};
}
constexpr Primitive srcu(std::string_view name, std::string_view arguments, bool returns_value,
                         Tag tag) {
  return {.name = name,
          .action = Action::srcu,
          .arguments = arguments,
          .returns_value = returns_value,
          .tags = {tag}};
}
constexpr Primitive act(std::string_view name, Action action, std::string_view arguments,
                        bool returns_value) {
  return {.name = name, .action = action, .arguments = arguments, .returns_value = returns_value};
}
constexpr Primitive rmw(std::string_view name, std::string_view arguments, RmwOperation operation,
                        Strength strength, RmwResult result) {
  return {.name = name,
          .action = Action::read_modify_write,
          .arguments = arguments,
          .returns_value = result != RmwResult::nothing,
          .operation = operation,
          .order = order_of(strength),
          .result = result};
}

constexpr auto kAdd = RmwOperation::add;
constexpr auto kSub = RmwOperation::subtract;
constexpr auto kXchg = RmwOperation::exchange;
constexpr auto kCmpxchg = RmwOperation::compare_exchange;
constexpr auto kOld = RmwResult::old_value;
constexpr auto kNew = RmwResult::new_value;

// A missing operand `v` (inc and dec) is 1.
constexpr auto kPrimitives = std::to_array<Primitive>({
    load("READ_ONCE", "l", Tag::once),
    store("WRITE_ONCE", "lv", Tag::once),
    store("smp_store_release", "pv", Tag::release),
    load("smp_load_acquire", "p", Tag::acquire),
    store("rcu_assign_pointer", "lv", Tag::release),
    load("rcu_dereference", "l", Tag::once),
    {.name = "smp_store_mb",
     .action = Action::store_then_mb,
     .arguments = "lv",
     .tags = {Tag::once}},

    fence("smp_mb", Tag::mb),
    fence("smp_rmb", Tag::rmb),
    fence("smp_wmb", Tag::wmb),
    fence("smp_mb__before_atomic", Tag::before_atomic),
    fence("smp_mb__after_atomic", Tag::after_atomic),
    fence("smp_mb__after_spinlock", Tag::after_spinlock),
    fence("smp_mb__after_unlock_lock", Tag::after_unlock_lock),
    fence("barrier", Tag::compiler_barrier),

    rmw("xchg", "pv", kXchg, Strength::full, kOld),
    rmw("xchg_relaxed", "pv", kXchg, Strength::relaxed, kOld),
    rmw("xchg_release", "pv", kXchg, Strength::release, kOld),
    rmw("xchg_acquire", "pv", kXchg, Strength::acquire, kOld),
    rmw("cmpxchg", "pev", kCmpxchg, Strength::full, kOld),
    rmw("cmpxchg_relaxed", "pev", kCmpxchg, Strength::relaxed, kOld),
    rmw("cmpxchg_acquire", "pev", kCmpxchg, Strength::acquire, kOld),
    rmw("cmpxchg_release", "pev", kCmpxchg, Strength::release, kOld),

    act("spin_lock", Action::spin_lock, "p", false),
    act("spin_unlock", Action::spin_unlock, "p", false),
    act("spin_trylock", Action::spin_trylock, "p", true),
    act("spin_is_locked", Action::spin_is_locked, "p", true),

    fence("rcu_read_lock", Tag::rcu_lock),
    fence("rcu_read_unlock", Tag::rcu_unlock),
    fence("synchronize_rcu", Tag::sync_rcu),
    fence("synchronize_rcu_expedited", Tag::sync_rcu),

    srcu("srcu_read_lock", "p", true, Tag::srcu_lock),
    srcu("srcu_read_unlock", "pv", false, Tag::srcu_unlock),
    srcu("synchronize_srcu", "p", false, Tag::sync_srcu),
    srcu("synchronize_srcu_expedited", "p", false, Tag::sync_srcu),

    load("atomic_read", "p", Tag::once),
    store("atomic_set", "pv", Tag::once),
    load("atomic_read_acquire", "p", Tag::acquire),
    store("atomic_set_release", "pv", Tag::release),

    rmw("atomic_add", "vp", kAdd, Strength::noreturn, RmwResult::nothing),
    rmw("atomic_sub", "vp", kSub, Strength::noreturn, RmwResult::nothing),
    rmw("atomic_inc", "p", kAdd, Strength::noreturn, RmwResult::nothing),
    rmw("atomic_dec", "p", kSub, Strength::noreturn, RmwResult::nothing),

    rmw("atomic_add_return", "vp", kAdd, Strength::full, kNew),
    rmw("atomic_add_return_relaxed", "vp", kAdd, Strength::relaxed, kNew),
    rmw("atomic_add_return_acquire", "vp", kAdd, Strength::acquire, kNew),
    rmw("atomic_add_return_release", "vp", kAdd, Strength::release, kNew),
    rmw("atomic_fetch_add", "vp", kAdd, Strength::full, kOld),
    rmw("atomic_fetch_add_relaxed", "vp", kAdd, Strength::relaxed, kOld),
    rmw("atomic_fetch_add_acquire", "vp", kAdd, Strength::acquire, kOld),
    rmw("atomic_fetch_add_release", "vp", kAdd, Strength::release, kOld),

    rmw("atomic_inc_return", "p", kAdd, Strength::full, kNew),
    rmw("atomic_inc_return_relaxed", "p", kAdd, Strength::relaxed, kNew),
    rmw("atomic_inc_return_acquire", "p", kAdd, Strength::acquire, kNew),
    rmw("atomic_inc_return_release", "p", kAdd, Strength::release, kNew),
    rmw("atomic_fetch_inc", "p", kAdd, Strength::full, kOld),
    rmw("atomic_fetch_inc_relaxed", "p", kAdd, Strength::relaxed, kOld),
    rmw("atomic_fetch_inc_acquire", "p", kAdd, Strength::acquire, kOld),
    rmw("atomic_fetch_inc_release", "p", kAdd, Strength::release, kOld),

    rmw("atomic_sub_return", "vp", kSub, Strength::full, kNew),
    rmw("atomic_sub_return_relaxed", "vp", kSub, Strength::relaxed, kNew),
    rmw("atomic_sub_return_acquire", "vp", kSub, Strength::acquire, kNew),
    rmw("atomic_sub_return_release", "vp", kSub, Strength::release, kNew),
    rmw("atomic_fetch_sub", "vp", kSub, Strength::full, kOld),
    rmw("atomic_fetch_sub_relaxed", "vp", kSub, Strength::relaxed, kOld),
    rmw("atomic_fetch_sub_acquire", "vp", kSub, Strength::acquire, kOld),
    rmw("atomic_fetch_sub_release", "vp", kSub, Strength::release, kOld),

    rmw("atomic_dec_return", "p", kSub, Strength::full, kNew),
    rmw("atomic_dec_return_relaxed", "p", kSub, Strength::relaxed, kNew),
    rmw("atomic_dec_return_acquire", "p", kSub, Strength::acquire, kNew),
    rmw("atomic_dec_return_release", "p", kSub, Strength::release, kNew),
    rmw("atomic_fetch_dec", "p", kSub, Strength::full, kOld),
    rmw("atomic_fetch_dec_relaxed", "p", kSub, Strength::relaxed, kOld),
    rmw("atomic_fetch_dec_acquire", "p", kSub, Strength::acquire, kOld),
    rmw("atomic_fetch_dec_release", "p", kSub, Strength::release, kOld),

    rmw("atomic_xchg", "pv", kXchg, Strength::full, kOld),
    rmw("atomic_xchg_relaxed", "pv", kXchg, Strength::relaxed, kOld),
    rmw("atomic_xchg_release", "pv", kXchg, Strength::release, kOld),
    rmw("atomic_xchg_acquire", "pv", kXchg, Strength::acquire, kOld),
    rmw("atomic_cmpxchg", "pev", kCmpxchg, Strength::full, kOld),
    rmw("atomic_cmpxchg_relaxed", "pev", kCmpxchg, Strength::relaxed, kOld),
    rmw("atomic_cmpxchg_acquire", "pev", kCmpxchg, Strength::acquire, kOld),
    rmw("atomic_cmpxchg_release", "pev", kCmpxchg, Strength::release, kOld),

    rmw("atomic_sub_and_test", "vp", kSub, Strength::full, RmwResult::new_is_zero),
    rmw("atomic_dec_and_test", "p", kSub, Strength::full, RmwResult::new_is_zero),
    rmw("atomic_inc_and_test", "p", kAdd, Strength::full, RmwResult::new_is_zero),
    rmw("atomic_add_negative", "vp", kAdd, Strength::full, RmwResult::new_is_negative),
    rmw("atomic_add_unless", "pve", RmwOperation::add_unless, Strength::full, RmwResult::succeeded),

    load("local_read", "p", Tag::once),
    store("local_set", "pv", Tag::once),
    rmw("local_add", "vp", kAdd, Strength::local, RmwResult::nothing),
    rmw("local_sub", "vp", kSub, Strength::local, RmwResult::nothing),
    rmw("local_inc", "p", kAdd, Strength::local, RmwResult::nothing),
    rmw("local_dec", "p", kSub, Strength::local, RmwResult::nothing),
    rmw("local_add_return", "vp", kAdd, Strength::local, kNew),
    rmw("local_sub_return", "vp", kSub, Strength::local, kNew),
    rmw("local_inc_return", "p", kAdd, Strength::local, kNew),
    rmw("local_dec_return", "p", kSub, Strength::local, kNew),
    rmw("local_xchg", "pv", kXchg, Strength::local, kOld),
    rmw("local_cmpxchg", "pev", kCmpxchg, Strength::local, kOld),
});

}  // namespace

const Primitive* Primitives::find(std::string_view name) const {
  const auto found = rows_.find(name);
  return found == rows_.end() ? nullptr : found->second;
}

std::vector<std::string_view> Primitives::names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, row] : rows_) names.push_back(name);
  return names;
}

void Primitives::add(Primitive row, std::string name, std::string arguments) {
  Owned& owned = owned_.emplace_back(Owned{std::move(name), std::move(arguments), row});
  owned.row.name = owned.name;
  owned.row.arguments = owned.arguments;
  rows_.erase(owned.name);
  rows_.emplace(owned.name, &owned.row);
}

const Primitives& builtin_primitives() {
  static const std::unique_ptr<const Primitives> table = [] {
    auto rows = std::make_unique<Primitives>();
    for (const Primitive& row : kPrimitives)
      rows->add(row, std::string(row.name), std::string(row.arguments));
    return rows;
  }();
  return *table;
}

}  // namespace ringcheck::litmus
