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
// what both promise; that is sound for both:
//   - earlier accesses are before its write: a store-release (L) in both;
//   - its write and its read are before later accesses: by the dmb, or by the rule of the Arm ARM
//     that an atomic that acquires and releases is before what follows it;
//   - its read is not ordered with earlier accesses: only as an acquire (LSE) would it be after
//     earlier store-releases. So the read is FullR, which armv8.cat orders less than A, and the
//     write is FullW as well as L.
//
// The two fences that stand around such an operation in a graph are therefore no events of this
// vocabulary, and a failing cmpxchg, which has only its read, orders nothing: the dmb is on the
// success path.
//
// NoRet: reads of operations that return no value (stadd) are not covered by dmb ishld. No kernel
// primitive is an ISB. Q (ldapr) is for machine code only: in a kernel it appears with CONFIG_LTO,
// where READ_ONCE is ldapr, and leaving that order out is sound.
//
// Of machine code, dsb sy orders accesses as dmb sy does, dsb ld as dmb ld; dsb st holds back later
// reads as well (dsb.st). AMO: the two events of one instruction (casal, swpal, ldaddal). X and EX,
// and DMB and DSB by their domains, are herd7's words: without a domain a barrier is of the inner
// shareable one.
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

constexpr TagSet kFull{Tag::mb, Tag::before_atomic, Tag::after_atomic, Tag::after_spinlock};
constexpr TagSet kLoad{Tag::rmb};
constexpr TagSet kStore{Tag::wmb};
constexpr TagSet kDomains{Tag::domain_system, Tag::domain_outer, Tag::domain_non_shareable};

/// A barrier for accesses of `which` kind, as DMB or DSB and for any domain.
constexpr EventTest any_barrier(TagSet which) {
  return {.kinds = Kinds::fences, .any = which, .none = {Tag::of_full_rmw}};
}
/// A DMB for a domain; without one, for the inner shareable domain, which is the kernel's.
constexpr EventTest dmb(TagSet which, TagSet domain = {}) {
  return {.kinds = Kinds::fences,
          .any = which,
          .all = domain,
          .none = TagSet{Tag::of_full_rmw, Tag::dsb} | (domain.empty() ? kDomains : TagSet{})};
}
/// The same of a DSB.
constexpr EventTest dsb(TagSet which, TagSet domain = {}) {
  return {.kinds = Kinds::fences,
          .any = which,
          .all = domain | TagSet{Tag::dsb},
          .none = domain.empty() ? kDomains : TagSet{}};
}

constexpr TagSet kSystem{Tag::domain_system};
constexpr TagSet kOuter{Tag::domain_outer};
constexpr TagSet kNonShareable{Tag::domain_non_shareable};

constexpr EventTest kDmbFull[] = {any_barrier(kFull)};
constexpr EventTest kDmbLoad[] = {any_barrier(kLoad)};
constexpr EventTest kDmbStore[] = {any_barrier(kStore)};
constexpr EventTest kDsbStore[] = {{.kinds = Kinds::fences, .any = {Tag::order_wr}}};
constexpr EventTest kDmbSy[] = {dmb(kFull, kSystem)};
constexpr EventTest kDmbIsh[] = {dmb(kFull)};
constexpr EventTest kDmbOsh[] = {dmb(kFull, kOuter)};
constexpr EventTest kDmbNsh[] = {dmb(kFull, kNonShareable)};
constexpr EventTest kDmbSyLd[] = {dmb(kLoad, kSystem)};
constexpr EventTest kDmbIshLd[] = {dmb(kLoad)};
constexpr EventTest kDmbOshLd[] = {dmb(kLoad, kOuter)};
constexpr EventTest kDmbNshLd[] = {dmb(kLoad, kNonShareable)};
constexpr EventTest kDmbSySt[] = {dmb(kStore, kSystem)};
constexpr EventTest kDmbIshSt[] = {dmb(kStore)};
constexpr EventTest kDmbOshSt[] = {dmb(kStore, kOuter)};
constexpr EventTest kDmbNshSt[] = {dmb(kStore, kNonShareable)};
constexpr EventTest kDsbSy[] = {dsb(kFull, kSystem)};
constexpr EventTest kDsbIsh[] = {dsb(kFull)};
constexpr EventTest kDsbOsh[] = {dsb(kFull, kOuter)};
constexpr EventTest kDsbNsh[] = {dsb(kFull, kNonShareable)};
constexpr EventTest kDsbSyLd[] = {dsb(kLoad, kSystem)};
constexpr EventTest kDsbIshLd[] = {dsb(kLoad)};
constexpr EventTest kDsbOshLd[] = {dsb(kLoad, kOuter)};
constexpr EventTest kDsbNshLd[] = {dsb(kLoad, kNonShareable)};
constexpr EventTest kDsbSySt[] = {dsb(kStore, kSystem)};
constexpr EventTest kDsbIshSt[] = {dsb(kStore)};
constexpr EventTest kDsbOshSt[] = {dsb(kStore, kOuter)};
constexpr EventTest kDsbNshSt[] = {dsb(kStore, kNonShareable)};
constexpr EventTest kIsb[] = {{.kinds = Kinds::fences, .any = {Tag::context_sync}}};
constexpr EventTest kAcquirePc[] = {{.kinds = Kinds::reads, .any = {Tag::acquire_pc}}};
constexpr EventTest kAmo[] = {{.kinds = Kinds::accesses, .any = {Tag::amo}}};
constexpr EventTest kExclusive[] = {{.kinds = Kinds::accesses, .any = {Tag::exclusive}}};

constexpr NamedSet kSets[] = {
    {"A", kAcquire},        {"Q", kAcquirePc},    {"L", kRelease},       {"FullR", kFullRead},
    {"FullW", kFullWrite},  {"NoRet", kNoReturn}, {"ISB", kIsb},         {"AMO", kAmo},
    {"dmb.full", kDmbFull}, {"dmb.ld", kDmbLoad}, {"dmb.st", kDmbStore}, {"dsb.st", kDsbStore},
};

constexpr NamedSet kHerd[] = {
    {"X", kAmo},
    {"EX", kExclusive},
    {"DMB.SY", kDmbSy},
    {"DMB.ISH", kDmbIsh},
    {"DMB.OSH", kDmbOsh},
    {"DMB.NSH", kDmbNsh},
    {"DMB.LD", kDmbSyLd},
    {"DMB.ISHLD", kDmbIshLd},
    {"DMB.OSHLD", kDmbOshLd},
    {"DMB.NSHLD", kDmbNshLd},
    {"DMB.ST", kDmbSySt},
    {"DMB.ISHST", kDmbIshSt},
    {"DMB.OSHST", kDmbOshSt},
    {"DMB.NSHST", kDmbNshSt},
    {"DSB.SY", kDsbSy},
    {"DSB.ISH", kDsbIsh},
    {"DSB.OSH", kDsbOsh},
    {"DSB.NSH", kDsbNsh},
    {"DSB.LD", kDsbSyLd},
    {"DSB.ISHLD", kDsbIshLd},
    {"DSB.OSHLD", kDsbOshLd},
    {"DSB.NSHLD", kDsbNshLd},
    {"DSB.ST", kDsbSySt},
    {"DSB.ISHST", kDsbIshSt},
    {"DSB.OSHST", kDsbOshSt},
    {"DSB.NSHST", kDsbNshSt},
};

}  // namespace

const Vocabulary kArmv8Vocabulary{"armv8", kSets, kHerd};

}  // namespace ringcheck
