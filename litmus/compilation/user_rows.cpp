// The primitives that tools/ has for user space. What a file does not define falls back, in
// tools/include/asm/barrier.h, to mb(), rmb() and wmb(); acquire and release fall back to these
// with a ONCE access. Under asm-generic all of these are barrier(): no instruction at all. Source:
// Linux 6.1, files as named, and tools/include/asm/barrier.h. tools/arch/riscv: commit
// 6d74d178fe6e. Tested by tests/litmus/compilation_table_test.cpp.
#include "litmus/compilation/tables.hpp"

namespace ringcheck::litmus {

namespace {

constexpr std::string_view kOnce = "tools/include/linux/compiler.h";
constexpr std::string_view kArm64 = "tools/arch/arm64/include/asm/barrier.h";
constexpr std::string_view kX86 = "tools/arch/x86/include/asm/barrier.h";
constexpr std::string_view kPowerpc = "tools/arch/powerpc/include/asm/barrier.h";
constexpr std::string_view kFallback = "tools/include/asm/barrier.h";
constexpr std::string_view kGeneric = "tools/include/asm-generic/barrier.h";
constexpr std::string_view kRiscv = "tools/arch/riscv/include/asm/barrier.h";

constexpr CompilationRow kArm64Rows[] = {
    {"READ_ONCE", "LDR $d,[$p]", kOnce},
    {"WRITE_ONCE", "STR $v,[$p]", kOnce},
    {"smp_load_acquire", "LDAR $d,[$p]", kArm64},
    {"smp_store_release", "STLR $v,[$p]", kArm64},
    {"smp_mb", "DMB ISH", kArm64},
    {"smp_rmb", "DMB ISHLD", kArm64},
    {"smp_wmb", "DMB ISHST", kArm64},
    {"barrier", "", kOnce},
};

// smp_mb is a locked add below the stack; mfence replaces it here, as in the kernel's table.
constexpr CompilationRow kX86Rows[] = {
    {"READ_ONCE", "{movl|movq} $p,$d", kOnce},
    {"WRITE_ONCE", "{movl|movq} $i,$p", kOnce},
    {"smp_load_acquire", "{movl|movq} $p,$d", kX86},
    {"smp_store_release", "{movl|movq} $i,$p", kX86},
    {"smp_mb", "mfence", kX86},
    {"smp_rmb", "", kX86},
    {"smp_wmb", "", kX86},
    {"barrier", "", kOnce},
};

constexpr CompilationRow kPowerpcRows[] = {
    {"READ_ONCE", "{lwz|ld} $d,0($p)", kOnce},
    {"WRITE_ONCE", "{stw|std} $v,0($p)", kOnce},
    {"smp_load_acquire", "{lwz|ld} $d,0($p); lwsync", kPowerpc},
    {"smp_store_release", "lwsync; {stw|std} $v,0($p)", kPowerpc},
    {"smp_mb", "sync", kFallback},
    {"smp_rmb", "sync", kFallback},
    {"smp_wmb", "sync", kFallback},
    {"barrier", "", kOnce},
};

// Printed with RISC-V's loads and stores: of the four architectures, only RISC-V has this table.
constexpr CompilationRow kGenericRows[] = {
    {"READ_ONCE", "{lw|ld} $d,0($p)", kOnce},
    {"WRITE_ONCE", "{sw|sd} $v,0($p)", kOnce},
    {"smp_load_acquire", "{lw|ld} $d,0($p)", kFallback},
    {"smp_store_release", "{sw|sd} $v,0($p)", kFallback},
    {"smp_mb", "", kGeneric},
    {"smp_rmb", "", kGeneric},
    {"smp_wmb", "", kGeneric},
    {"barrier", "", kOnce},
};

constexpr CompilationRow kRiscvRows[] = {
    {"READ_ONCE", "{lw|ld} $d,0($p)", kOnce},
    {"WRITE_ONCE", "{sw|sd} $v,0($p)", kOnce},
    {"smp_load_acquire", "{lw|ld} $d,0($p); fence r,rw", kRiscv},
    {"smp_store_release", "fence rw,w; {sw|sd} $v,0($p)", kRiscv},
    {"smp_mb", "fence rw,rw", kRiscv},
    {"smp_rmb", "fence r,r", kRiscv},
    {"smp_wmb", "fence w,w", kRiscv},
    {"barrier", "", kOnce},
};

}  // namespace

std::span<const CompilationRow> rows_of(KernelTable table) {
  switch (table) {
    case KernelTable::arm64:
      return arm64_rows();
    case KernelTable::arm64_llsc:
      return arm64_llsc_rows();
    case KernelTable::x86_64:
      return x86_64_rows();
    case KernelTable::riscv:
      return riscv_rows();
    case KernelTable::powerpc:
      return powerpc_rows();
    case KernelTable::generic:
      return generic_rows();
  }
  return {};
}

std::span<const CompilationRow> rows_of(UserTable table) {
  switch (table) {
    case UserTable::arm64:
      return kArm64Rows;
    case UserTable::x86_64:
      return kX86Rows;
    case UserTable::powerpc:
      return kPowerpcRows;
    case UserTable::generic:
      return kGenericRows;
    case UserTable::riscv:
      return kRiscvRows;
  }
  return {};
}

}  // namespace ringcheck::litmus
