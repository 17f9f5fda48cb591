// arm64. With CONFIG_LTO, READ_ONCE is ldapr, which is stronger; this table does not have that.
// atomic_add_unless is a loop around cmpxchg: here it runs once, and a cmpxchg that fails ends the
// thread.
// Source: Linux 6.1, files as named. Tested by tests/litmus/compilation_table_test.cpp.
#include <vector>

#include "litmus/compilation/tables.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::string_view kOnce = "include/asm-generic/rwonce.h";
constexpr std::string_view kBarrier = "arch/arm64/include/asm/barrier.h";
constexpr std::string_view kGenericBarrier = "include/asm-generic/barrier.h";
constexpr std::string_view kLse = "arch/arm64/include/asm/atomic_lse.h";
constexpr std::string_view kLlsc = "arch/arm64/include/asm/atomic_ll_sc.h";
constexpr std::string_view kCmpxchg = "arch/arm64/include/asm/cmpxchg.h";
constexpr std::string_view kFallback = "include/linux/atomic/atomic-arch-fallback.h";
constexpr std::string_view kLocal = "include/asm-generic/local.h";

// Rows that both forms share.
constexpr CompilationRow kAccessesAndFences[] = {
    {"READ_ONCE", "LDR $d,[$p]", kOnce},
    {"WRITE_ONCE", "STR $v,[$p]", kOnce},
    {"smp_load_acquire", "LDAR $d,[$p]", kBarrier},
    {"smp_store_release", "STLR $v,[$p]", kBarrier},
    {"smp_store_mb", "STR $v,[$p]; DMB ISH", kGenericBarrier},
    {"smp_mb", "DMB ISH", kBarrier},
    {"smp_rmb", "DMB ISHLD", kBarrier},
    {"smp_wmb", "DMB ISHST", kBarrier},
    {"barrier", "", "include/linux/compiler.h"},
    {"smp_mb__before_atomic", "DMB ISH", kGenericBarrier},
    {"smp_mb__after_atomic", "DMB ISH", kGenericBarrier},
    {"smp_mb__after_spinlock", "DMB ISH", "arch/arm64/include/asm/spinlock.h"},
    {"smp_mb__after_unlock_lock", "", "include/linux/rcupdate.h"},
};

constexpr CompilationRow kWithLse[] = {
    {"atomic_add", "STADD $v,[$p]", kLse},
    {"atomic_fetch_add", "LDADDAL $v,$d,[$p]", kLse},
    {"atomic_fetch_add_relaxed", "LDADD $v,$d,[$p]", kLse},
    {"atomic_fetch_add_acquire", "LDADDA $v,$d,[$p]", kLse},
    {"atomic_fetch_add_release", "LDADDL $v,$d,[$p]", kLse},
    {"xchg", "SWPAL $v,$d,[$p]", kCmpxchg},
    {"xchg_relaxed", "SWP $v,$d,[$p]", kCmpxchg},
    {"xchg_acquire", "SWPA $v,$d,[$p]", kCmpxchg},
    {"xchg_release", "SWPL $v,$d,[$p]", kCmpxchg},
    {"cmpxchg", "MOV $d,$e; CASAL $d,$v,[$p]", kLse},
    {"cmpxchg_relaxed", "MOV $d,$e; CAS $d,$v,[$p]", kLse},
    {"cmpxchg_acquire", "MOV $d,$e; CASA $d,$v,[$p]", kLse},
    {"cmpxchg_release", "MOV $d,$e; CASL $d,$v,[$p]", kLse},
    {"atomic_add_unless",
     "LDR $d,[$p]; CMP $d,$e; B.EQ $L; ADD $t,$d,$v; MOV $u,$d; CASAL $u,$t,[$p]; CMP $u,$d; "
     "B.NE $F; $L:",
     kFallback},
    {"local_add", "STADD $v,[$p]", kLocal},
    {"local_add_return", "LDADDAL $v,$d,[$p]", kLocal},
    {"local_xchg", "SWPAL $v,$d,[$p]", kLocal},
    {"local_cmpxchg", "MOV $d,$e; CASAL $d,$v,[$p]", kLocal},
};

constexpr CompilationRow kWithExclusives[] = {
    {"atomic_add", "LDXR $d,[$p]; ADD $t,$d,$v; STXR $s,$t,[$p]; CBNZ $s,$F", kLlsc},
    {"atomic_fetch_add", "LDXR $d,[$p]; ADD $t,$d,$v; STLXR $s,$t,[$p]; CBNZ $s,$F; DMB ISH",
     kLlsc},
    {"atomic_fetch_add_relaxed", "LDXR $d,[$p]; ADD $t,$d,$v; STXR $s,$t,[$p]; CBNZ $s,$F", kLlsc},
    {"atomic_fetch_add_acquire", "LDAXR $d,[$p]; ADD $t,$d,$v; STXR $s,$t,[$p]; CBNZ $s,$F", kLlsc},
    {"atomic_fetch_add_release", "LDXR $d,[$p]; ADD $t,$d,$v; STLXR $s,$t,[$p]; CBNZ $s,$F", kLlsc},
    {"xchg", "LDXR $d,[$p]; STLXR $s,$v,[$p]; CBNZ $s,$F; DMB ISH", kCmpxchg},
    {"xchg_relaxed", "LDXR $d,[$p]; STXR $s,$v,[$p]; CBNZ $s,$F", kCmpxchg},
    {"xchg_acquire", "LDAXR $d,[$p]; STXR $s,$v,[$p]; CBNZ $s,$F", kCmpxchg},
    {"xchg_release", "LDXR $d,[$p]; STLXR $s,$v,[$p]; CBNZ $s,$F", kCmpxchg},
    {"cmpxchg",
     "LDXR $d,[$p]; EOR $t,$d,$e; CBNZ $t,$L; STLXR $s,$v,[$p]; CBNZ $s,$F; DMB ISH; $L:", kLlsc},
    {"cmpxchg_relaxed",
     "LDXR $d,[$p]; EOR $t,$d,$e; CBNZ $t,$L; STXR $s,$v,[$p]; CBNZ $s,$F; $L:", kLlsc},
    {"cmpxchg_acquire",
     "LDAXR $d,[$p]; EOR $t,$d,$e; CBNZ $t,$L; STXR $s,$v,[$p]; CBNZ $s,$F; $L:", kLlsc},
    {"cmpxchg_release",
     "LDXR $d,[$p]; EOR $t,$d,$e; CBNZ $t,$L; STLXR $s,$v,[$p]; CBNZ $s,$F; $L:", kLlsc},
    {"atomic_add_unless",
     "LDR $d,[$p]; CMP $d,$e; B.EQ $L; LDXR $u,[$p]; EOR $t,$u,$d; CBNZ $t,$F; ADD $t,$d,$v; "
     "STLXR $s,$t,[$p]; CBNZ $s,$F; DMB ISH; $L:",
     kFallback},
    {"local_add", "LDXR $d,[$p]; ADD $t,$d,$v; STXR $s,$t,[$p]; CBNZ $s,$F", kLocal},
    {"local_add_return", "LDXR $d,[$p]; ADD $t,$d,$v; STLXR $s,$t,[$p]; CBNZ $s,$F; DMB ISH",
     kLocal},
    {"local_xchg", "LDXR $d,[$p]; STLXR $s,$v,[$p]; CBNZ $s,$F; DMB ISH", kLocal},
    {"local_cmpxchg",
     "LDXR $d,[$p]; EOR $t,$d,$e; CBNZ $t,$L; STLXR $s,$v,[$p]; CBNZ $s,$F; DMB ISH; $L:", kLocal},
};

template <std::size_t N>
std::vector<CompilationRow> with_common(const CompilationRow (&rows)[N]) {
  std::vector<CompilationRow> all(std::begin(kAccessesAndFences), std::end(kAccessesAndFences));
  all.insert(all.end(), std::begin(rows), std::end(rows));
  return all;
}

}  // namespace

std::span<const CompilationRow> arm64_rows() {
  static const std::vector<CompilationRow> kRows = with_common(kWithLse);
  return kRows;
}

std::span<const CompilationRow> arm64_llsc_rows() {
  static const std::vector<CompilationRow> kRows = with_common(kWithExclusives);
  return kRows;
}

}  // namespace ringcheck::litmus
