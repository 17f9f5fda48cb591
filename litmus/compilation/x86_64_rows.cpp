// x86-64. Every atomic operation has a LOCK prefix, whatever its name promises. smp_mb is a locked
// add to the stack, which no other CPU reads; mfence replaces it here and orders the same accesses.
// local_t operations have no LOCK, but xchg with memory locks by itself.
// Source: Linux 6.1, files as named; Intel SDM volume 3, 8.2.2 and 8.2.5. Tested by
// tests/litmus/compilation_table_test.cpp.
#include "litmus/compilation/tables.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::string_view kOnce = "include/asm-generic/rwonce.h";
constexpr std::string_view kBarrier = "arch/x86/include/asm/barrier.h";
constexpr std::string_view kAtomic = "arch/x86/include/asm/atomic.h";
constexpr std::string_view kCmpxchg = "arch/x86/include/asm/cmpxchg.h";
constexpr std::string_view kLocal = "arch/x86/include/asm/local.h";

constexpr std::string_view kLockedXadd = "{movl|movq} $i,$d; lock {xaddl|xaddq} $d,$p";
constexpr std::string_view kXchg = "{movl|movq} $i,$d; {xchgl|xchgq} $d,$p";
constexpr std::string_view kLockedCmpxchg =
    "{movl|movq} $e,$a; lock {cmpxchgl|cmpxchgq} $v,$p; {movl|movq} $a,$d";

constexpr CompilationRow kRows[] = {
    {"READ_ONCE", "{movl|movq} $p,$d", kOnce},
    {"WRITE_ONCE", "{movl|movq} $i,$p", kOnce},
    {"smp_load_acquire", "{movl|movq} $p,$d", kBarrier},
    {"smp_store_release", "{movl|movq} $i,$p", kBarrier},
    {"smp_store_mb", "{movl|movq} $i,$t; {xchgl|xchgq} $t,$p", kBarrier},
    {"smp_mb", "mfence", kBarrier},
    {"smp_rmb", "", kBarrier},
    {"smp_wmb", "", kBarrier},
    {"barrier", "", "include/linux/compiler.h"},
    {"smp_mb__before_atomic", "", kBarrier},
    {"smp_mb__after_atomic", "", kBarrier},
    {"smp_mb__after_spinlock", "", "include/linux/spinlock.h"},
    {"smp_mb__after_unlock_lock", "", "include/linux/rcupdate.h"},
    {"atomic_add", "lock {addl|addq} $i,$p", kAtomic},
    {"atomic_fetch_add", kLockedXadd, kAtomic},
    {"atomic_fetch_add_relaxed", kLockedXadd, kAtomic},
    {"atomic_fetch_add_acquire", kLockedXadd, kAtomic},
    {"atomic_fetch_add_release", kLockedXadd, kAtomic},
    {"xchg", kXchg, kCmpxchg},
    {"xchg_relaxed", kXchg, kCmpxchg},
    {"xchg_acquire", kXchg, kCmpxchg},
    {"xchg_release", kXchg, kCmpxchg},
    {"cmpxchg", kLockedCmpxchg, kCmpxchg},
    {"cmpxchg_relaxed", kLockedCmpxchg, kCmpxchg},
    {"cmpxchg_acquire", kLockedCmpxchg, kCmpxchg},
    {"cmpxchg_release", kLockedCmpxchg, kCmpxchg},
    {"atomic_add_unless",
     "{movl|movq} $p,$d; {cmpl|cmpq} $e,$d; je $L; {movl|movq} $d,$t; {addl|addq} $i,$t; "
     "{movl|movq} $d,$a; lock {cmpxchgl|cmpxchgq} $t,$p; jne $F; $L:",
     "include/linux/atomic/atomic-arch-fallback.h"},
    {"local_add", "{addl|addq} $i,$p", kLocal},
    {"local_add_return", "{movl|movq} $i,$d; {xaddl|xaddq} $d,$p", kLocal},
    {"local_xchg", kXchg, kLocal},
    {"local_cmpxchg", "{movl|movq} $e,$a; {cmpxchgl|cmpxchgq} $v,$p; {movl|movq} $a,$d", kLocal},
};

}  // namespace

std::span<const CompilationRow> x86_64_rows() {
  return kRows;
}

}  // namespace ringcheck::litmus
