// C11 and C++11: their own memory orders, and the one that stands in for each of the kernel's
// annotations.
//
// Accesses of C and C++ carry their order as once (relaxed), acquire, release or seq_cst; an
// acq_rel fence is one with rmb and wmb (c11_calls.hpp). The rest is about the kernel's words.
//
// Plain accesses are non-atomic (NA); READ_ONCE, WRITE_ONCE and unordered operations are relaxed
// (RLX); acquire and release are what they say. A full barrier is
// atomic_thread_fence(memory_order_seq_cst), and so is each of the two around a fully ordered
// operation. smp_wmb becomes a release fence and smp_rmb an acquire fence, as in ports of kernel
// code. C11 has nothing weaker that orders at all, so a verdict under rc11 is not a verdict about
// the kernel:
//   - a release fence orders earlier loads as well, and an acquire fence later stores as well,
//     which smp_wmb and smp_rmb do not: behaviour that the kernel model allows may be missing here;
//   - a fence of C11 orders only accesses whose reads-from edge crosses it, and dependencies order
//     nothing: behaviour that the kernel forbids may appear here. Load buffering, on the other
//     hand, never does.
//
// smp_mb__after_spinlock and its kin are full fences, as their names in the kernel say.
// smp_mb__after_unlock_lock is nothing: C11 has no order that depends on a lock being handed over.
// barrier() is a signal fence: nothing here.
//
// Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr EventTest kNonAtomic[] = {{.kinds = Kinds::accesses, .untagged = true}};
constexpr EventTest kAcquire[] = {{.kinds = Kinds::reads, .any = {Tag::acquire, Tag::lock_read}},
                                  {.kinds = Kinds::fences, .any = {Tag::rmb}}};
constexpr EventTest kRelease[] = {{.kinds = Kinds::writes, .any = {Tag::release, Tag::unlock}},
                                  {.kinds = Kinds::fences, .any = {Tag::wmb}}};
constexpr EventTest kSeqCst[] = {
    {.kinds = Kinds::accesses, .any = {Tag::seq_cst}},
    {.kinds = Kinds::fences,
     .any = {Tag::mb, Tag::before_atomic, Tag::after_atomic, Tag::after_spinlock}}};
constexpr EventTest kRelaxed[] = {{.kinds = Kinds::accesses,
                                   .any = {Tag::once, Tag::noreturn, Tag::lock_write,
                                           Tag::lock_fail, Tag::read_locked, Tag::read_unlocked},
                                   .none = {Tag::acquire, Tag::release}}};

/// Events with any annotation of the kernel or of C11.
constexpr EventTest kAtomic[] = {
    {.kinds = Kinds::accesses,
     .any = {Tag::once, Tag::noreturn, Tag::acquire, Tag::release, Tag::lock_read, Tag::lock_write,
             Tag::lock_fail, Tag::unlock, Tag::read_locked, Tag::read_unlocked}}};
constexpr EventTest kAcquireRelease[] = {{.kinds = Kinds::fences, .all = {Tag::rmb, Tag::wmb}}};
constexpr EventTest kLocking[] = {
    {.kinds = Kinds::accesses, .any = {Tag::lock_read, Tag::lock_write}}};

constexpr NamedSet kSets[] = {
    {"NA", kNonAtomic}, {"RLX", kRelaxed}, {"ACQ", kAcquire}, {"REL", kRelease}, {"SC", kSeqCst},
};

constexpr NamedSet kHerd[] = {
    {"A", kAtomic}, {"ACQ_REL", kAcquireRelease}, {"LK", kLocking}, {"LS", kLocking}};

}  // namespace

const Vocabulary kC11Vocabulary{"c11", kSets, kHerd};

}  // namespace ringcheck
