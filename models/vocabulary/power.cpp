// POWER: what arch/powerpc makes of the kernel's primitives on 64-bit server processors, and
// machine code's own annotations.
//
// smp_mb and its kin, smp_mb__after_unlock_lock among them, are sync; smp_rmb and smp_wmb are
// lwsync. smp_store_release and a _release operation have lwsync before them (Release). An _acquire
// operation ends in isync after a branch, which the kernel replaces by lwsync when it boots;
// smp_load_acquire has lwsync after it. For Acquire the text takes what the isync promises; both
// promise that, so it is sound.
//
// A fully ordered read-modify-write has a sync before and one after it: the two fences that stand
// around it in a graph. One that fails has only the first, and none in a graph.
//
// local_t operations are plain loads and stores within soft-disabled interrupts: a program marks
// them as not atomic. barrier() and the RCU markers are no instructions.
//
// Source: arch/powerpc/include/asm/{barrier,synch,atomic,cmpxchg,local,spinlock}.h of Linux 6.1.
// Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr EventTest kSync[] = {{.kinds = Kinds::fences,
                                .any = {Tag::mb, Tag::before_atomic, Tag::after_atomic,
                                        Tag::after_spinlock, Tag::after_unlock_lock}}};
constexpr EventTest kLwsync[] = {
    {.kinds = Kinds::fences, .any = {Tag::rmb, Tag::wmb, Tag::order_rr}}};
constexpr EventTest kEieio[] = {
    {.kinds = Kinds::fences, .any = {Tag::order_ww}, .none = {Tag::order_rr}}};
constexpr EventTest kIsync[] = {{.kinds = Kinds::fences, .any = {Tag::context_sync}}};
constexpr EventTest kAcquire[] = {{.kinds = Kinds::reads, .any = {Tag::acquire, Tag::lock_read}}};
constexpr EventTest kRelease[] = {{.kinds = Kinds::writes, .any = {Tag::release, Tag::unlock}}};

constexpr EventTest kAtomic[] = {{.kinds = Kinds::accesses, .any = {Tag::amo}}};
constexpr EventTest kExclusive[] = {{.kinds = Kinds::accesses, .any = {Tag::exclusive}}};

constexpr NamedSet kSets[] = {
    {"SYNC", kSync},   {"LWSYNC", kLwsync},   {"EIEIO", kEieio},
    {"ISYNC", kIsync}, {"Acquire", kAcquire}, {"Release", kRelease},
};

constexpr NamedSet kHerd[] = {{"X", kAtomic}, {"EX", kExclusive}};

}  // namespace

const Vocabulary kPowerVocabulary{"power", kSets, kHerd};

}  // namespace ringcheck
