// x86-64: what arch/x86 makes of the kernel's primitives.
//
// smp_mb is a locked add to the stack, which orders as mfence does; smp_rmb, smp_wmb,
// smp_load_acquire and smp_store_release are barriers for the compiler only. Every
// read-modify-write that is atomic against other CPUs has a LOCK prefix, whatever its name
// promises. These are the events of RMW, which x86-tso.cat orders as fences. smp_mb__before_atomic
// and its kin are therefore nothing, and so is __after_unlock_lock.
//
// local_t operations have no LOCK (local_xchg does, by xchg itself): a program marks an operation
// as atomic or not, and only atomic ones are in RMW. The two fences that stand around a fully
// ordered operation in a graph are the LOCK prefix: no events here. A failing cmpxchg orders
// nothing here, which is weaker than the locked instruction: the kernel promises no more.
//
// Source: arch/x86/include/asm/{barrier,atomic,cmpxchg,local}.h of Linux 6.1; Intel SDM volume 3,
// section 8.2.
//
// Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {
namespace {

constexpr EventTest kMfence[] = {
    {.kinds = Kinds::fences, .any = {Tag::mb}, .none = {Tag::of_full_rmw}}};
constexpr EventTest kLfence[] = {{.kinds = Kinds::fences, .any = {Tag::rmb}}};
constexpr EventTest kSfence[] = {{.kinds = Kinds::fences, .any = {Tag::wmb}}};
constexpr EventTest kLocked[] = {{.kinds = Kinds::accesses, .any = {Tag::amo}}};
constexpr NamedSet kSets[] = {{"MFENCE", kMfence}};
constexpr NamedSet kHerd[] = {{"LFENCE", kLfence}, {"SFENCE", kSfence}, {"X", kLocked}};

}  // namespace

const Vocabulary kX86Vocabulary{"x86", kSets, kHerd};

}  // namespace ringcheck
