// Which named sets each kernel primitive's event is in, under each vocabulary.
#include "models/vocabulary/vocabulary.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ringcheck {
namespace {

std::string sets_of(const Vocabulary& vocabulary, EventKind kind, TagSet tags) {
  Event e;
  e.kind = kind;
  e.tags = tags;
  std::string names;
  for (const NamedSet& set : vocabulary.sets)
    if (set.contains(e, false)) names += (names.empty() ? "" : " ") + std::string(set.name);
  return names;
}

struct Row {
  const char* primitive;
  EventKind kind;
  TagSet tags;
  const char* linux_sets;
  const char* armv8;
  const char* riscv;
  const char* power;
  const char* x86;
  const char* c11;
};

constexpr EventKind kR = EventKind::read;
constexpr EventKind kW = EventKind::write;
constexpr EventKind kF = EventKind::fence;

const Row kRows[] = {
    {"plain load", kR, {}, "", "", "", "", "", "NA"},
    {"plain store", kW, {}, "", "", "", "", "", "NA"},
    {"READ_ONCE", kR, {Tag::once}, "Once", "", "", "", "", "RLX"},
    {"WRITE_ONCE", kW, {Tag::once}, "Once", "", "", "", "", "RLX"},
    {"local_read", kR, {Tag::once, Tag::local}, "Once", "", "", "", "", "RLX"},
    {"smp_load_acquire", kR, {Tag::acquire}, "Acquire", "A", "Acquire", "Acquire", "", "ACQ"},
    {"smp_store_release", kW, {Tag::release}, "Release", "L", "Release", "Release", "", "REL"},
    {"a seq_cst load of C++", kR, {Tag::seq_cst}, "", "", "", "", "", "SC"},
    {"a seq_cst store of C++", kW, {Tag::seq_cst}, "", "", "", "", "", "SC"},
    {"atomic_inc, read",
     kR,
     {Tag::once, Tag::noreturn},
     "Once Noreturn",
     "NoRet",
     "",
     "",
     "",
     "RLX"},
    {"xchg, first fence", kF, {Tag::mb, Tag::of_full_rmw}, "Mb", "", "", "SYNC", "", "SC"},
    {"xchg, read", kR, {Tag::once, Tag::of_full_rmw}, "Once", "FullR", "Aq", "", "", "RLX"},
    {"xchg, write", kW, {Tag::once, Tag::of_full_rmw}, "Once", "L FullW", "Aq Rl", "", "", "RLX"},
    {"smp_mb",
     kF,
     {Tag::mb},
     "Mb",
     "dmb.full",
     "Fence.rr Fence.rw Fence.wr Fence.ww",
     "SYNC",
     "MFENCE",
     "SC"},
    {"smp_rmb", kF, {Tag::rmb}, "Rmb", "dmb.ld", "Fence.rr", "LWSYNC", "", "ACQ"},
    {"smp_wmb", kF, {Tag::wmb}, "Wmb", "dmb.st", "Fence.ww", "LWSYNC", "", "REL"},
    {"barrier", kF, {Tag::compiler_barrier}, "Barrier", "", "", "", "", ""},
    {"smp_mb__before_atomic",
     kF,
     {Tag::before_atomic},
     "Before-atomic",
     "dmb.full",
     "Fence.rr Fence.rw Fence.wr Fence.ww",
     "SYNC",
     "",
     "SC"},
    {"smp_mb__after_atomic",
     kF,
     {Tag::after_atomic},
     "After-atomic",
     "dmb.full",
     "Fence.rr Fence.rw Fence.wr Fence.ww",
     "SYNC",
     "",
     "SC"},
    {"smp_mb__after_spinlock",
     kF,
     {Tag::after_spinlock},
     "After-spinlock",
     "dmb.full",
     "Fence.rr Fence.rw Fence.wr Fence.ww",
     "SYNC",
     "",
     "SC"},
    {"smp_mb__after_unlock_lock",
     kF,
     {Tag::after_unlock_lock},
     "After-unlock-lock",
     "",
     "",
     "SYNC",
     "",
     ""},
    {"rcu_read_lock", kF, {Tag::rcu_lock}, "Rcu-lock", "", "", "", "", ""},
    {"synchronize_rcu", kF, {Tag::sync_rcu}, "Sync-rcu", "", "", "", "", ""},
    {"spin_lock, read", kR, {Tag::lock_read}, "LKR", "A", "Lock Acquire", "Acquire", "", "ACQ"},
    {"spin_lock, write", kW, {Tag::lock_write}, "LKW", "", "", "", "", "RLX"},
    {"spin_unlock", kW, {Tag::unlock}, "UL", "L", "Release", "Release", "", "REL"},
    {"spin_trylock that fails", kR, {Tag::lock_fail}, "LF", "", "", "", "", "RLX"},
    {"spin_is_locked, true", kR, {Tag::read_locked}, "RL", "", "", "", "", "RLX"},
    {"spin_is_locked, false", kR, {Tag::read_unlocked}, "RU", "", "", "", "", "RLX"},
};

/// An event that only machine code has.
struct MachineRow {
  const char* instruction;
  EventKind kind;
  TagSet tags;
  const char* armv8;
  const char* riscv;
  const char* power;
};

const MachineRow kMachineRows[] = {
    {"ldapr", kR, {Tag::acquire_pc}, "Q", "", ""},
    {"lr.w.aq", kR, {Tag::aq, Tag::exclusive}, "", "Aq RCsc", ""},
    {"lw.aq", kR, {Tag::aq}, "", "Aq", ""},
    {"sc.w.rl", kW, {Tag::rl, Tag::exclusive}, "", "Rl RCsc", ""},
    {"swpal, read", kR, {Tag::acquire, Tag::amo}, "A AMO", "Acquire AMO", "Acquire"},
    {"swpal, write", kW, {Tag::release, Tag::amo}, "L AMO", "Release AMO", "Release"},
    {"amoadd.w.aqrl, read", kR, {Tag::aq, Tag::rl, Tag::amo}, "AMO", "Aq Rl RCsc AMO", ""},
    {"isb, isync", kF, {Tag::context_sync}, "ISB", "", "ISYNC"},
    {"dsb st", kF, {Tag::wmb, Tag::order_wr}, "dmb.st dsb.st", "Fence.wr Fence.ww", "LWSYNC"},
    {"fence r,rw", kF, {Tag::order_rr, Tag::order_rw}, "", "Fence.rr Fence.rw", "LWSYNC"},
    {"fence.tso, lwsync",
     kF,
     {Tag::order_rr, Tag::order_rw, Tag::order_ww},
     "",
     "Fence.rr Fence.rw Fence.ww",
     "LWSYNC"},
    {"eieio", kF, {Tag::order_ww}, "", "Fence.ww", "EIEIO"},
};

TEST(Vocabulary, EachPrimitiveHasItsNames) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.primitive);
    EXPECT_EQ(sets_of(kLinuxVocabulary, row.kind, row.tags), row.linux_sets);
    EXPECT_EQ(sets_of(kArmv8Vocabulary, row.kind, row.tags), row.armv8);
    EXPECT_EQ(sets_of(kRiscvVocabulary, row.kind, row.tags), row.riscv);
    EXPECT_EQ(sets_of(kPowerVocabulary, row.kind, row.tags), row.power);
    EXPECT_EQ(sets_of(kX86Vocabulary, row.kind, row.tags), row.x86);
    EXPECT_EQ(sets_of(kC11Vocabulary, row.kind, row.tags), row.c11);
    EXPECT_EQ(sets_of(kScVocabulary, row.kind, row.tags), "");
  }
}

// Each machine is asked only about its own instructions; the other columns say that no table takes
// another machine's word for more than it is.
TEST(Vocabulary, EachInstructionHasItsNames) {
  for (const MachineRow& row : kMachineRows) {
    SCOPED_TRACE(row.instruction);
    EXPECT_EQ(sets_of(kArmv8Vocabulary, row.kind, row.tags), row.armv8);
    EXPECT_EQ(sets_of(kRiscvVocabulary, row.kind, row.tags), row.riscv);
    EXPECT_EQ(sets_of(kPowerVocabulary, row.kind, row.tags), row.power);
  }
}

/// An instruction, and herd7's words for its event.
struct HerdRow {
  const char* instruction;
  const Vocabulary* vocabulary;
  EventKind kind;
  TagSet tags;
  const char* words;
};

const HerdRow kHerdRows[] = {
    {"dmb sy", &kArmv8Vocabulary, kF, {Tag::mb, Tag::domain_system}, "DMB.SY"},
    {"dmb ish", &kArmv8Vocabulary, kF, {Tag::mb}, "DMB.ISH"},
    {"dmb oshld", &kArmv8Vocabulary, kF, {Tag::rmb, Tag::domain_outer}, "DMB.OSHLD"},
    {"dmb nshst", &kArmv8Vocabulary, kF, {Tag::wmb, Tag::domain_non_shareable}, "DMB.NSHST"},
    {"dsb sy", &kArmv8Vocabulary, kF, {Tag::mb, Tag::dsb, Tag::domain_system}, "DSB.SY"},
    {"dsb ishst", &kArmv8Vocabulary, kF, {Tag::wmb, Tag::order_wr, Tag::dsb}, "DSB.ISHST"},
    {"ldxr", &kArmv8Vocabulary, kR, {Tag::once, Tag::exclusive}, "EX"},
    {"swp, write", &kArmv8Vocabulary, kW, {Tag::once, Tag::amo}, "X"},
    {"fence r,rw", &kRiscvVocabulary, kF, {Tag::order_rr, Tag::order_rw}, "Fence.r.rw"},
    {"fence.tso",
     &kRiscvVocabulary,
     kF,
     {Tag::order_rr, Tag::order_rw, Tag::order_ww},
     "Fence.tso"},
    {"lr.w.aq", &kRiscvVocabulary, kR, {Tag::aq, Tag::exclusive}, "Acq EX"},
    {"amoadd.w.aqrl, write", &kRiscvVocabulary, kW, {Tag::aq, Tag::rl, Tag::amo}, "AcqRel X"},
    {"lwarx", &kPowerVocabulary, kR, {Tag::once, Tag::exclusive}, "EX"},
    {"lfence", &kX86Vocabulary, kF, {Tag::rmb}, "LFENCE"},
    {"sfence", &kX86Vocabulary, kF, {Tag::wmb}, "SFENCE"},
    {"lock add, read", &kX86Vocabulary, kR, {Tag::once, Tag::amo}, "X"},
    {"atomic_thread_fence(acq_rel)", &kC11Vocabulary, kF, {Tag::rmb, Tag::wmb}, "ACQ_REL"},
    {"atomic_load_explicit(relaxed)", &kC11Vocabulary, kR, {Tag::once}, "A"},
};

TEST(Vocabulary, HerdsWordsAreOfOneInstructionEach) {
  for (const HerdRow& row : kHerdRows)
    EXPECT_EQ(sets_of({"herd", row.vocabulary->herd}, row.kind, row.tags), row.words)
        << row.instruction;
}

TEST(Vocabulary, InitialWritesAreNotPlain) {
  Event e;
  e.kind = EventKind::write;
  for (const NamedSet& set : kC11Vocabulary.sets) EXPECT_FALSE(set.contains(e, true)) << set.name;
}

TEST(Vocabulary, ChoicesAreInNoSet) {
  for (const Vocabulary* v : {&kLinuxVocabulary, &kArmv8Vocabulary, &kRiscvVocabulary,
                              &kPowerVocabulary, &kX86Vocabulary, &kC11Vocabulary})
    EXPECT_EQ(sets_of(*v, EventKind::choice, {}), "");
}

}  // namespace
}  // namespace ringcheck
