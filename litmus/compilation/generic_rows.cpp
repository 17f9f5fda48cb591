// asm-generic: what an architecture gets if it defines mb(), xchg() and cmpxchg(), and no weaker
// form of anything, like OpenRISC. Each fence is then mb(), an acquire or a release is an access
// beside one, and every operation is fully ordered. local_t is atomic_long_t.
// The instructions are RISC-V's, where mb() is fence iorw,iorw: asm-generic has none.
// Source: Linux 6.1, files as named; arch/openrisc/include/asm/barrier.h. Tested by
// tests/litmus/compilation_table_test.cpp.
#include "litmus/compilation/tables.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::string_view kOnce = "include/asm-generic/rwonce.h";
constexpr std::string_view kBarrier = "include/asm-generic/barrier.h";
constexpr std::string_view kAtomic = "arch/riscv/include/asm/atomic.h";
constexpr std::string_view kCmpxchg = "arch/riscv/include/asm/cmpxchg.h";
constexpr std::string_view kFallback = "include/linux/atomic/atomic-arch-fallback.h";
constexpr std::string_view kLocal = "include/asm-generic/local.h";

constexpr std::string_view kFetchAdd = "{amoadd.w.aqrl|amoadd.d.aqrl} $d,$v,($p)";
constexpr std::string_view kXchg = "{amoswap.w.aqrl|amoswap.d.aqrl} $d,$v,($p)";
constexpr std::string_view kCompareExchange =
    "{lr.w|lr.d} $d,($p); bne $d,$e,$L; {sc.w.rl|sc.d.rl} $u,$v,($p); bnez $u,$F; fence rw,rw; "
    "$L:";

constexpr CompilationRow kRows[] = {
    {"READ_ONCE", "{lw|ld} $d,0($p)", kOnce},
    {"WRITE_ONCE", "{sw|sd} $v,0($p)", kOnce},
    {"smp_load_acquire", "{lw|ld} $d,0($p); fence iorw,iorw", kBarrier},
    {"smp_store_release", "fence iorw,iorw; {sw|sd} $v,0($p)", kBarrier},
    {"smp_store_mb", "{sw|sd} $v,0($p); fence iorw,iorw", kBarrier},
    {"smp_mb", "fence iorw,iorw", kBarrier},
    {"smp_rmb", "fence iorw,iorw", kBarrier},
    {"smp_wmb", "fence iorw,iorw", kBarrier},
    {"barrier", "", "include/linux/compiler.h"},
    {"smp_mb__before_atomic", "fence iorw,iorw", kBarrier},
    {"smp_mb__after_atomic", "fence iorw,iorw", kBarrier},
    {"smp_mb__after_spinlock", "", "include/linux/spinlock.h"},
    {"smp_mb__after_unlock_lock", "", "include/linux/rcupdate.h"},
    {"atomic_add", "{amoadd.w|amoadd.d} x0,$v,($p)", kAtomic},
    {"atomic_fetch_add", kFetchAdd, kAtomic},
    {"atomic_fetch_add_relaxed", kFetchAdd, kFallback},
    {"atomic_fetch_add_acquire", kFetchAdd, kFallback},
    {"atomic_fetch_add_release", kFetchAdd, kFallback},
    {"xchg", kXchg, kCmpxchg},
    {"xchg_relaxed", kXchg, kFallback},
    {"xchg_acquire", kXchg, kFallback},
    {"xchg_release", kXchg, kFallback},
    {"cmpxchg", kCompareExchange, kCmpxchg},
    {"cmpxchg_relaxed", kCompareExchange, kFallback},
    {"cmpxchg_acquire", kCompareExchange, kFallback},
    {"cmpxchg_release", kCompareExchange, kFallback},
    {"atomic_add_unless",
     "{lr.w|lr.d} $d,($p); beq $d,$e,$L; add $t,$d,$v; {sc.w.rl|sc.d.rl} $u,$t,($p); bnez $u,$F; "
     "fence rw,rw; $L:",
     kAtomic},
    {"local_add", "{amoadd.w|amoadd.d} x0,$v,($p)", kLocal},
    {"local_add_return", kFetchAdd, kLocal},
    {"local_xchg", kXchg, kLocal},
    {"local_cmpxchg", kCompareExchange, kLocal},
};

}  // namespace

std::span<const CompilationRow> generic_rows() {
  return kRows;
}

}  // namespace ringcheck::litmus
