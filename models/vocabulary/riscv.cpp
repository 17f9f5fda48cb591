// RISC-V: what arch/riscv makes of the kernel's primitives, and machine code's own annotations.
//
// smp_mb, smp_mb__before_atomic, __after_atomic and __after_spinlock are fence rw,rw; smp_rmb is
// fence r,r and smp_wmb fence w,w. smp_load_acquire and an _acquire operation have fence r,rw after
// the access, smp_store_release and a _release operation fence rw,w before it: Acquire and Release.
// For Acquire the text takes only what orders the access itself, since the end of a
// read-modify-write is not known while it is undecided; that is sound. spin_lock (Lock) takes the
// lock by a fully ordered AMO or with smp_mb after.
//
// A fully ordered read-modify-write is one AMO with .aqrl, or lr; sc.rl; fence rw,rw on success. A
// kernel has both forms, so the text takes what both promise: earlier accesses are before its write
// (Rl), its read and its write before later accesses (Aq). The fences that stand around it in a
// graph are therefore no events here, as under Armv8.
//
// smp_mb__after_unlock_lock, barrier() and the RCU markers are no instructions.
//
// Source: arch/riscv/include/asm/{barrier,fence,atomic,cmpxchg}.h and asm-generic/spinlock.h of
// Linux 6.1. Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr TagSet kFullFences{Tag::mb, Tag::before_atomic, Tag::after_atomic, Tag::after_spinlock};
constexpr TagSet kNot{Tag::of_full_rmw};

constexpr EventTest fence(TagSet tags) {
  return {.kinds = Kinds::fences, .any = kFullFences | tags, .none = kNot};
}

constexpr EventTest kRR[] = {fence({Tag::order_rr, Tag::rmb})};
constexpr EventTest kRW[] = {fence({Tag::order_rw})};
constexpr EventTest kWR[] = {fence({Tag::order_wr})};
constexpr EventTest kWW[] = {fence({Tag::order_ww, Tag::wmb})};
constexpr EventTest kAcquire[] = {{.kinds = Kinds::reads, .any = {Tag::acquire, Tag::lock_read}}};
constexpr EventTest kLock[] = {{.kinds = Kinds::reads, .any = {Tag::lock_read}}};
constexpr EventTest kRelease[] = {{.kinds = Kinds::writes, .any = {Tag::release, Tag::unlock}}};
constexpr EventTest kAq[] = {{.kinds = Kinds::accesses, .any = {Tag::aq, Tag::of_full_rmw}}};
constexpr EventTest kRl[] = {{.kinds = Kinds::accesses, .any = {Tag::rl}},
                             {.kinds = Kinds::writes, .any = {Tag::of_full_rmw}}};
/// As in herd7, these bits on a plain load or store are not RCsc: there is no such instruction.
constexpr EventTest kRcSc[] = {
    {.kinds = Kinds::accesses, .any = {Tag::aq, Tag::rl}, .all = {Tag::amo}},
    {.kinds = Kinds::accesses, .any = {Tag::aq, Tag::rl}, .all = {Tag::exclusive}}};
constexpr EventTest kAmo[] = {{.kinds = Kinds::accesses, .any = {Tag::amo}}};

/// herd7's word for a fence that orders exactly these kinds of accesses.
constexpr EventTest just(TagSet orders) {
  constexpr TagSet kEach[] = {{Tag::order_rr}, {Tag::order_rw}, {Tag::order_wr}, {Tag::order_ww}};
  TagSet others;
  for (const TagSet order : kEach)
    if (!orders.has_all(order)) others = others | order;
  return {.kinds = Kinds::fences, .all = orders, .none = others};
}
constexpr EventTest kOnlyRR[] = {just({Tag::order_rr})};
constexpr EventTest kOnlyRW[] = {just({Tag::order_rw})};
constexpr EventTest kOnlyWR[] = {just({Tag::order_wr})};
constexpr EventTest kOnlyWW[] = {just({Tag::order_ww})};
constexpr EventTest kOnlyRM[] = {just({Tag::order_rr, Tag::order_rw})};
constexpr EventTest kOnlyWM[] = {just({Tag::order_wr, Tag::order_ww})};
constexpr EventTest kOnlyMR[] = {just({Tag::order_rr, Tag::order_wr})};
constexpr EventTest kOnlyMW[] = {just({Tag::order_rw, Tag::order_ww})};
constexpr EventTest kTso[] = {just({Tag::order_rr, Tag::order_rw, Tag::order_ww})};
constexpr EventTest kOnlyMM[] = {
    just({Tag::order_rr, Tag::order_rw, Tag::order_wr, Tag::order_ww})};
constexpr EventTest kAcqOnly[] = {{.kinds = Kinds::accesses, .any = {Tag::aq}, .none = {Tag::rl}}};
constexpr EventTest kRelOnly[] = {{.kinds = Kinds::accesses, .any = {Tag::rl}, .none = {Tag::aq}}};
constexpr EventTest kAcqRel[] = {{.kinds = Kinds::accesses, .all = {Tag::aq, Tag::rl}}};
constexpr EventTest kExclusive[] = {{.kinds = Kinds::accesses, .any = {Tag::exclusive}}};

constexpr NamedSet kSets[] = {
    {"Fence.rr", kRR}, {"Fence.rw", kRW},     {"Fence.wr", kWR},     {"Fence.ww", kWW},
    {"Lock", kLock},   {"Acquire", kAcquire}, {"Release", kRelease}, {"Aq", kAq},
    {"Rl", kRl},       {"RCsc", kRcSc},       {"AMO", kAmo},
};

constexpr NamedSet kHerd[] = {
    {"Fence.r.r", kOnlyRR},   {"Fence.r.w", kOnlyRW},
    {"Fence.w.r", kOnlyWR},   {"Fence.w.w", kOnlyWW},
    {"Fence.r.rw", kOnlyRM},  {"Fence.w.rw", kOnlyWM},
    {"Fence.rw.r", kOnlyMR},  {"Fence.rw.w", kOnlyMW},
    {"Fence.rw.rw", kOnlyMM}, {"Fence.tso", kTso},
    {"Acq", kAcqOnly},        {"Rel", kRelOnly},
    {"AcqRel", kAcqRel},      {"X", kAmo},
    {"EX", kExclusive},
};

}  // namespace

const Vocabulary kRiscvVocabulary{"riscv", kSets, kHerd};

}  // namespace ringcheck
