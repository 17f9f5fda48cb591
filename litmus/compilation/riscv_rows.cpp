// RISC-V, with the extension A. Acquires and releases are fences beside the access. local_t is
// asm-generic's: the atomic operations.
// Source: Linux 6.1, files as named; arch/riscv/include/asm/fence.h has the two fences of acquire
// and release. Tested by tests/litmus/compilation_table_test.cpp.
#include "litmus/compilation/tables.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::string_view kOnce = "include/asm-generic/rwonce.h";
constexpr std::string_view kBarrier = "arch/riscv/include/asm/barrier.h";
constexpr std::string_view kGenericBarrier = "include/asm-generic/barrier.h";
constexpr std::string_view kAtomic = "arch/riscv/include/asm/atomic.h";
constexpr std::string_view kCmpxchg = "arch/riscv/include/asm/cmpxchg.h";
constexpr std::string_view kFallback = "include/linux/atomic/atomic-arch-fallback.h";
constexpr std::string_view kLocal = "include/asm-generic/local.h";

constexpr CompilationRow kRows[] = {
    {"READ_ONCE", "{lw|ld} $d,0($p)", kOnce},
    {"WRITE_ONCE", "{sw|sd} $v,0($p)", kOnce},
    {"smp_load_acquire", "{lw|ld} $d,0($p); fence r,rw", kBarrier},
    {"smp_store_release", "fence rw,w; {sw|sd} $v,0($p)", kBarrier},
    {"smp_store_mb", "{sw|sd} $v,0($p); fence rw,rw", kGenericBarrier},
    {"smp_mb", "fence rw,rw", kBarrier},
    {"smp_rmb", "fence r,r", kBarrier},
    {"smp_wmb", "fence w,w", kBarrier},
    {"barrier", "", "include/linux/compiler.h"},
    {"smp_mb__before_atomic", "fence rw,rw", kGenericBarrier},
    {"smp_mb__after_atomic", "fence rw,rw", kGenericBarrier},
    {"smp_mb__after_spinlock", "fence iorw,iorw", kBarrier},
    {"smp_mb__after_unlock_lock", "", "include/linux/rcupdate.h"},
    {"atomic_add", "{amoadd.w|amoadd.d} x0,$v,($p)", kAtomic},
    {"atomic_fetch_add", "{amoadd.w.aqrl|amoadd.d.aqrl} $d,$v,($p)", kAtomic},
    {"atomic_fetch_add_relaxed", "{amoadd.w|amoadd.d} $d,$v,($p)", kAtomic},
    {"atomic_fetch_add_acquire", "{amoadd.w|amoadd.d} $d,$v,($p); fence r,rw", kFallback},
    {"atomic_fetch_add_release", "fence rw,w; {amoadd.w|amoadd.d} $d,$v,($p)", kFallback},
    {"xchg", "{amoswap.w.aqrl|amoswap.d.aqrl} $d,$v,($p)", kCmpxchg},
    {"xchg_relaxed", "{amoswap.w|amoswap.d} $d,$v,($p)", kCmpxchg},
    {"xchg_acquire", "{amoswap.w|amoswap.d} $d,$v,($p); fence r,rw", kCmpxchg},
    {"xchg_release", "fence rw,w; {amoswap.w|amoswap.d} $d,$v,($p)", kCmpxchg},
    {"cmpxchg",
     "{lr.w|lr.d} $d,($p); bne $d,$e,$L; {sc.w.rl|sc.d.rl} $u,$v,($p); bnez $u,$F; fence rw,rw; "
     "$L:",
     kCmpxchg},
    {"cmpxchg_relaxed",
     "{lr.w|lr.d} $d,($p); bne $d,$e,$L; {sc.w|sc.d} $u,$v,($p); bnez $u,$F; $L:", kCmpxchg},
    {"cmpxchg_acquire",
     "{lr.w|lr.d} $d,($p); bne $d,$e,$L; {sc.w|sc.d} $u,$v,($p); bnez $u,$F; fence r,rw; $L:",
     kCmpxchg},
    {"cmpxchg_release",
     "fence rw,w; {lr.w|lr.d} $d,($p); bne $d,$e,$L; {sc.w|sc.d} $u,$v,($p); bnez $u,$F; $L:",
     kCmpxchg},
    {"atomic_add_unless",
     "{lr.w|lr.d} $d,($p); beq $d,$e,$L; add $t,$d,$v; {sc.w.rl|sc.d.rl} $u,$t,($p); bnez $u,$F; "
     "fence rw,rw; $L:",
     kAtomic},
    {"local_add", "{amoadd.w|amoadd.d} x0,$v,($p)", kLocal},
    {"local_add_return", "{amoadd.w.aqrl|amoadd.d.aqrl} $d,$v,($p)", kLocal},
    {"local_xchg", "{amoswap.w.aqrl|amoswap.d.aqrl} $d,$v,($p)", kLocal},
    {"local_cmpxchg",
     "{lr.w|lr.d} $d,($p); bne $d,$e,$L; {sc.w.rl|sc.d.rl} $u,$v,($p); bnez $u,$F; fence rw,rw; "
     "$L:",
     kLocal},
};

}  // namespace

std::span<const CompilationRow> riscv_rows() {
  return kRows;
}

}  // namespace ringcheck::litmus
