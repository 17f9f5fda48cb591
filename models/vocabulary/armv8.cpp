// Armv8 (AArch64): what arch/arm64 makes of the kernel's primitives, in the names of the published
// models.
//
// smp_mb, smp_mb__before_atomic, __after_atomic and __after_spinlock are dmb ish; smp_rmb is dmb
// ishld, smp_wmb dmb ishst; smp_load_acquire and the read of an _acquire operation are ldar or
// ldaxr (A), smp_store_release and the write of a _release operation stlr or stlxr (L); spin_lock
// acquires by an _acquire cmpxchg, spin_unlock is a store-release. smp_mb__after_unlock_lock,
// barrier() and the RCU markers are no instructions.
//
// A fully ordered read-modify-write is ldxr; stlxr; dmb ish, or with LSE one instruction that
// acquires and releases (casal, ldaddal, swpal). A kernel may run either form, so the model takes
// what both promise, which is sound for both:
//   - earlier accesses are before its write: a store-release (L) in both;
//   - its write and its read are before later accesses: by the dmb, or by the rule of the Arm ARM
//   that an atomic
//     that acquires and releases is before what follows it;
//   - its read is not ordered with earlier accesses: only as an acquire (LSE) would it be behind
//   earlier
//     store-releases. So it is FullR, which armv8.cat orders less than A, and its write is FullW as
//     well as L.
//
// The two fences that stand around such an operation in a graph are therefore no events of this
// vocabulary, and a failing cmpxchg, which has only its read, orders nothing: the dmb is on the
// success path.
//
// NoRet: reads of operations that return no value (stadd) are not covered by dmb ishld. No kernel
// primitive is an ISB. Q (ldapr) is machine code's only: in a kernel it appears with CONFIG_LTO,
// where READ_ONCE is ldapr, and leaving that order out is sound.
//
// Of machine code, dsb sy orders accesses as dmb sy does, dsb ld as dmb ld; dsb st holds back later
// reads as well (DSB.ISHST). AMO: the two events of one instruction (casal, swpal, ldaddal).
//
// Source: arch/arm64/include/asm/{barrier,atomic_ll_sc,atomic_lse,cmpxchg,spinlock}.h of Linux 6.1;
// Arm ARM (DDI 0487) B2.3. Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr EventTest kAcquire[] = {{.kinds = Kinds::reads, .any = {Tag::acquire, Tag::lock_read}}};
constexpr EventTest kRelease[] = {
    {.kinds = Kinds::writes, .any = {Tag::release, Tag::unlock, Tag::of_full_rmw}}};
constexpr EventTest kFullRead[] = {{.kinds = Kinds::reads, .any = {Tag::of_full_rmw}}};
constexpr EventTest kFullWrite[] = {{.kinds = Kinds::writes, .any = {Tag::of_full_rmw}}};
constexpr EventTest kNoReturn[] = {{.kinds = Kinds::reads, .any = {Tag::noreturn}}};
constexpr EventTest kDmbFull[] = {
    {.kinds = Kinds::fences,
     .any = {Tag::mb, Tag::before_atomic, Tag::after_atomic, Tag::after_spinlock},
     .none = {Tag::of_full_rmw}}};
constexpr EventTest kDmbLoad[] = {{.kinds = Kinds::fences, .any = {Tag::rmb}}};
constexpr EventTest kDmbStore[] = {{.kinds = Kinds::fences, .any = {Tag::wmb}}};
constexpr EventTest kDsbStore[] = {{.kinds = Kinds::fences, .any = {Tag::order_wr}}};
constexpr EventTest kIsb[] = {{.kinds = Kinds::fences, .any = {Tag::context_sync}}};
constexpr EventTest kAcquirePc[] = {{.kinds = Kinds::reads, .any = {Tag::acquire_pc}}};
constexpr EventTest kAmo[] = {{.kinds = Kinds::accesses, .any = {Tag::amo}}};

constexpr NamedSet kSets[] = {
    {"A", kAcquire},       {"Q", kAcquirePc},        {"L", kRelease},
    {"FullR", kFullRead},  {"FullW", kFullWrite},    {"NoRet", kNoReturn},
    {"DMB.ISH", kDmbFull}, {"DMB.ISHLD", kDmbLoad},  {"DMB.ISHST", kDmbStore},
    {"ISB", kIsb},         {"DSB.ISHST", kDsbStore}, {"AMO", kAmo},
};

}  // namespace

const Vocabulary kArmv8Vocabulary{"armv8", kSets};

}  // namespace ringcheck
