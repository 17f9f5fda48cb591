#pragma once
// What the kernel's ordered accesses and fences become on a machine, for code that is explored as
// compiled. Kernel and user space each have their own table.
//
// Without a machine, primitives keep the kernel's annotations, and the model says what they mean.
// litmus/compilation/ has the same tables as instructions; tests/litmus/machine_primitives_test.cpp
// holds the two equal.

#include <array>
#include <cstdint>
#include <string_view>

#include "graph/event.hpp"

namespace ringcheck {

/// An access between two fences. No tags: no fence there.
struct MachineAccess {
  TagSet before{};
  TagSet access{Tag::once};
  TagSet after{};
};

/// The primitives of one table. A fence without tags stands for no instruction.
struct MachinePrimitives {
  std::string_view name;
  MachineAccess load_acquire{};
  MachineAccess store_release{};
  TagSet mb{}, rmb{}, wmb{};
};

namespace machine {

inline constexpr TagSet kFenceRrw{Tag::order_rr, Tag::order_rw};
inline constexpr TagSet kFenceRww{Tag::order_rw, Tag::order_ww};
inline constexpr TagSet kFenceAll{Tag::order_rr, Tag::order_rw, Tag::order_wr, Tag::order_ww};
inline constexpr TagSet kLwsync{Tag::order_rr, Tag::order_rw, Tag::order_ww};

inline constexpr MachinePrimitives kArm64{.name = "arm64",
                                          .load_acquire = {.access = {Tag::acquire}},
                                          .store_release = {.access = {Tag::release}},
                                          .mb = {Tag::mb},
                                          .rmb = {Tag::rmb},
                                          .wmb = {Tag::wmb}};
inline constexpr MachinePrimitives kX86{.name = "x86-64", .mb = {Tag::mb}};
inline constexpr MachinePrimitives kRiscv{.name = "riscv",
                                          .load_acquire = {.after = kFenceRrw},
                                          .store_release = {.before = kFenceRww},
                                          .mb = kFenceAll,
                                          .rmb = {Tag::order_rr},
                                          .wmb = {Tag::order_ww}};
inline constexpr MachinePrimitives kPowerpc{.name = "powerpc",
                                            .load_acquire = {.after = kLwsync},
                                            .store_release = {.before = kLwsync},
                                            .mb = {Tag::mb},
                                            .rmb = kLwsync,
                                            .wmb = kLwsync};
/// tools/arch/powerpc has no smp_rmb and smp_wmb: they are rmb and wmb.
inline constexpr MachinePrimitives kPowerpcUser{.name = "powerpc",
                                                .load_acquire = {.after = kLwsync},
                                                .store_release = {.before = kLwsync},
                                                .mb = {Tag::mb},
                                                .rmb = {Tag::mb},
                                                .wmb = {Tag::mb}};
/// include/asm-generic, for an architecture that defines only mb(): each fence is a full one, with
/// the tag that every model knows.
inline constexpr MachinePrimitives kGenericKernel{.name = "generic",
                                                  .load_acquire = {.after = {Tag::mb}},
                                                  .store_release = {.before = {Tag::mb}},
                                                  .mb = {Tag::mb},
                                                  .rmb = {Tag::mb},
                                                  .wmb = {Tag::mb}};
/// tools/include/asm-generic: barriers for the compiler only.
inline constexpr MachinePrimitives kGeneric{.name = "generic"};

}  // namespace machine

/// Null stands for the kernel's annotations.
using MachinePrimitivesPtr = const MachinePrimitives*;

/// The tables of the kernel, and of user space, as a scenario's parameters number them.
inline constexpr std::array<MachinePrimitivesPtr, 6> kKernelMachines = {
    nullptr,          &machine::kArm64,   &machine::kX86,
    &machine::kRiscv, &machine::kPowerpc, &machine::kGenericKernel};
inline constexpr std::array<MachinePrimitivesPtr, 6> kUserMachines = {
    nullptr,          &machine::kArm64,       &machine::kX86,
    &machine::kRiscv, &machine::kPowerpcUser, &machine::kGeneric};

}  // namespace ringcheck
