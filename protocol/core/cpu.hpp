#pragma once
// Cpu: what protocol code runs against. One text of the protocol serves every machine that
// satisfies it.

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace ringcheck {

/// A CPU as protocol code sees it: the kernel's primitives by their kernel names, at their kernel
/// strengths.
///
/// `C::Value` is a 64-bit word and `C::Truth` the result of comparing two. On a checking machine
/// they remember the loads that they depend on. `Truth` therefore need not convert to bool: control
/// flow goes through `branch`. Addresses are values; memory consists of words, and consecutive
/// words have consecutive addresses.
///
/// Any call may never return (an unfinished run is dropped, not unwound), so no local of protocol
/// code may have a destructor that matters.
///
/// - `load`, `store`: plain accesses, as memcpy makes them.
/// - `read_once`, `write_once`: READ_ONCE, WRITE_ONCE.
/// - `smp_load_acquire`, `smp_store_release`, `smp_mb`, `smp_rmb`, `smp_wmb`: as named.
/// - `barrier`: orders the compiler only, and so only what this CPU's own interrupts see.
/// - `local_*`: local_t operations, atomic against this CPU's interrupts only. What they order
///   against other CPUs differs by architecture; portable code may assume nothing. `local_xchg` and
///   `local_cmpxchg` return the value that was there before, `local_inc_return` the new one.
/// - `atomic_set`: an atomic_t store, a single access without order.
/// - `atomic_inc`: an atomic_t increment, atomic against all CPUs and without order.
/// - `atomic_xchg`: an atomic_t exchange, a full barrier; returns the value that was there before.
/// - `preempt_disable`, `preempt_enable`: this code stays on its CPU in between.
/// - `interrupt_point`: an interrupt may come here, as before any access.
/// - `branch`: decides a condition; everything up to the end of the innermost scope depends on it
/// by control.
/// - `branch_speculatively`: decides a condition without ordering anything after it, as if stores
///   could be speculated or the compiler had hoisted them.
/// - `scope`: runs a callable; control dependencies from branches inside end with it.
/// - `under_control`: the value, as computed under the branches in force: code that branches on it
///   later depends on what those branches depended on. A function whose result tells which way it
///   went returns it through this.
/// - `observe`: tells any listener what the protocol did; no effect on memory.
/// - `site`: names the access or fence that comes next, for printing.
/// - `reach_bound`: a loop reached its bound; does not return.
template <class C>
concept Cpu = std::constructible_from<typename C::Value, std::uint64_t> &&
    std::is_trivially_destructible_v<typename C::Value> &&
    requires(C cpu, const typename C::Value& v, const typename C::Truth& t, const char* name) {
  { v + v } -> std::convertible_to<typename C::Value>;
  { v - v } -> std::convertible_to<typename C::Value>;
  { v& v } -> std::convertible_to<typename C::Value>;
  { v | v } -> std::convertible_to<typename C::Value>;
  { v >> v } -> std::convertible_to<typename C::Value>;
  { v << v } -> std::convertible_to<typename C::Value>;
  { v < v } -> std::convertible_to<typename C::Truth>;
  { v == v } -> std::convertible_to<typename C::Truth>;

  { cpu.load(v) } -> std::same_as<typename C::Value>;
  cpu.store(v, v);
  { cpu.read_once(v) } -> std::same_as<typename C::Value>;
  cpu.write_once(v, v);
  { cpu.smp_load_acquire(v) } -> std::same_as<typename C::Value>;
  cpu.smp_store_release(v, v);
  cpu.smp_mb();
  cpu.smp_rmb();
  cpu.smp_wmb();
  cpu.barrier();

  { cpu.local_read(v) } -> std::same_as<typename C::Value>;
  cpu.local_set(v, v);
  cpu.local_add(v, v);
  cpu.local_inc(v);
  { cpu.local_inc_return(v) } -> std::same_as<typename C::Value>;
  { cpu.local_xchg(v, v) } -> std::same_as<typename C::Value>;
  { cpu.local_cmpxchg(v, v, v) } -> std::same_as<typename C::Value>;
  cpu.atomic_set(v, v);
  cpu.atomic_inc(v);
  { cpu.atomic_xchg(v, v) } -> std::same_as<typename C::Value>;

  cpu.preempt_disable();
  cpu.preempt_enable();
  cpu.interrupt_point();

  { cpu.branch(t) } -> std::same_as<bool>;
  { cpu.branch_speculatively(t) } -> std::same_as<bool>;
  { cpu.under_control(t) } -> std::same_as<typename C::Truth>;
  cpu.scope([] {});
  cpu.observe(std::uint32_t{}, v, v, v, v);
  cpu.site(name);
  cpu.reach_bound(name);
};

}  // namespace ringcheck
