// powerpc, 64-bit server processors. On a processor with lwsync, the booting kernel replaces the
// isync after an acquiring operation by lwsync; the row has what is compiled. local_t operations
// are plain loads and stores while interrupts and the PMU's are masked.
// Source: Linux 6.1, files as named; arch/powerpc/include/asm/synch.h has the barriers of atomic
// operations. Tested by tests/litmus/compilation_table_test.cpp.
#include "litmus/compilation/tables.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::string_view kOnce = "include/asm-generic/rwonce.h";
constexpr std::string_view kBarrier = "arch/powerpc/include/asm/barrier.h";
constexpr std::string_view kGenericBarrier = "include/asm-generic/barrier.h";
constexpr std::string_view kAtomic = "arch/powerpc/include/asm/atomic.h";
constexpr std::string_view kCmpxchg = "arch/powerpc/include/asm/cmpxchg.h";
constexpr std::string_view kFallback = "include/linux/atomic/atomic-arch-fallback.h";
constexpr std::string_view kLocal = "arch/powerpc/include/asm/local.h";

constexpr CompilationRow kRows[] = {
    {"READ_ONCE", "{lwz|ld} $d,0($p)", kOnce},
    {"WRITE_ONCE", "{stw|std} $v,0($p)", kOnce},
    {"smp_load_acquire", "{lwz|ld} $d,0($p); lwsync", kBarrier},
    {"smp_store_release", "lwsync; {stw|std} $v,0($p)", kBarrier},
    {"smp_store_mb", "{stw|std} $v,0($p); sync", kGenericBarrier},
    {"smp_mb", "sync", kBarrier},
    {"smp_rmb", "lwsync", kBarrier},
    {"smp_wmb", "lwsync", kBarrier},
    {"barrier", "", "include/linux/compiler.h"},
    {"smp_mb__before_atomic", "sync", kGenericBarrier},
    {"smp_mb__after_atomic", "sync", kGenericBarrier},
    {"smp_mb__after_spinlock", "sync", "arch/powerpc/include/asm/spinlock.h"},
    {"smp_mb__after_unlock_lock", "sync", "include/linux/rcupdate.h"},
    {"atomic_add", "{lwarx|ldarx} $d,r0,$p; add $t,$d,$v; {stwcx.|stdcx.} $t,r0,$p; bne- $F",
     kAtomic},
    {"atomic_fetch_add",
     "sync; {lwarx|ldarx} $d,r0,$p; add $t,$d,$v; {stwcx.|stdcx.} $t,r0,$p; bne- $F; sync",
     kFallback},
    {"atomic_fetch_add_relaxed",
     "{lwarx|ldarx} $d,r0,$p; add $t,$d,$v; {stwcx.|stdcx.} $t,r0,$p; bne- $F", kAtomic},
    {"atomic_fetch_add_acquire",
     "{lwarx|ldarx} $d,r0,$p; add $t,$d,$v; {stwcx.|stdcx.} $t,r0,$p; bne- $F; isync", kFallback},
    {"atomic_fetch_add_release",
     "lwsync; {lwarx|ldarx} $d,r0,$p; add $t,$d,$v; {stwcx.|stdcx.} $t,r0,$p; bne- $F", kFallback},
    {"xchg", "sync; {lwarx|ldarx} $d,r0,$p; {stwcx.|stdcx.} $v,r0,$p; bne- $F; sync", kFallback},
    {"xchg_relaxed", "{lwarx|ldarx} $d,r0,$p; {stwcx.|stdcx.} $v,r0,$p; bne- $F", kCmpxchg},
    {"xchg_acquire", "{lwarx|ldarx} $d,r0,$p; {stwcx.|stdcx.} $v,r0,$p; bne- $F; isync", kFallback},
    {"xchg_release", "lwsync; {lwarx|ldarx} $d,r0,$p; {stwcx.|stdcx.} $v,r0,$p; bne- $F",
     kFallback},
    {"cmpxchg",
     "sync; {lwarx|ldarx} $d,r0,$p; {cmpw|cmpd} $d,$e; bne- $L; {stwcx.|stdcx.} $v,r0,$p; bne- $F; "
     "sync; $L:",
     kCmpxchg},
    {"cmpxchg_relaxed",
     "{lwarx|ldarx} $d,r0,$p; {cmpw|cmpd} $d,$e; bne- $L; {stwcx.|stdcx.} $v,r0,$p; bne- $F; $L:",
     kCmpxchg},
    {"cmpxchg_acquire",
     "{lwarx|ldarx} $d,r0,$p; {cmpw|cmpd} $d,$e; bne- $L; {stwcx.|stdcx.} $v,r0,$p; bne- $F; "
     "isync; "
     "$L:",
     kCmpxchg},
    {"cmpxchg_release",
     "lwsync; {lwarx|ldarx} $d,r0,$p; {cmpw|cmpd} $d,$e; bne- $L; {stwcx.|stdcx.} $v,r0,$p; "
     "bne- $F; $L:",
     kFallback},
    {"atomic_add_unless",
     "sync; {lwarx|ldarx} $d,r0,$p; {cmpw|cmpd} $d,$e; beq $L; add $t,$d,$v; "
     "{stwcx.|stdcx.} $t,r0,$p; bne- $F; sync; $L:",
     kAtomic},
    {"local_add", "{lwz|ld} $t,0($p); add $t,$t,$v; {stw|std} $t,0($p)", kLocal},
    {"local_add_return", "{lwz|ld} $d,0($p); add $t,$d,$v; {stw|std} $t,0($p)", kLocal},
    {"local_xchg", "{lwz|ld} $d,0($p); {stw|std} $v,0($p)", kLocal},
    {"local_cmpxchg",
     "{lwz|ld} $d,0($p); {cmpw|cmpd} $d,$e; bne $L; {stw|std} $v,0($p); $L:", kLocal},
};

}  // namespace

std::span<const CompilationRow> powerpc_rows() {
  return kRows;
}

}  // namespace ringcheck::litmus
