#pragma once
// The kernel's primitives in the instructions of each architecture: one row for each primitive, as
// in Linux 6.1. The interface of litmus/compilation/ is compilation.hpp.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "litmus/primitives.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// A table of the kernel, by the architecture and, if a kernel picks one of two forms when it
/// boots, by the form.
enum class KernelTable : std::uint8_t {
  arm64,       ///< with the LSE instructions of Armv8.1
  arm64_llsc,  ///< with exclusive loads and stores, as before Armv8.1
  x86_64,
  riscv,
  powerpc,  ///< 64 bits, Book3S
  generic,  ///< include/asm-generic, for an architecture that gives only mb()
};

/// A table of user space: tools/arch/*/include/asm/barrier.h, with which libperf is built.
enum class UserTable : std::uint8_t {
  arm64,
  x86_64,
  powerpc,
  generic,  ///< tools/include/asm-generic: what architectures without a file of their own get
  riscv,    ///< tools/arch/riscv, which Linux 6.1 has not yet: since commit 6d74d178fe6e
};

/// One primitive. `instructions` are separated by `;`. In them
///   $d is the register of the result (for a read-modify-write: the old value), $p the location's
///   address, $v the register of the value, $i the same or an immediate, $e the register of the
///   value that is compared with, $t and $u registers of no further use, $a x86's accumulator, $s a
///   register of 4 bytes that gets the status of a store-conditional, $L is the place after the
///   row, $F the end of the thread: a store-conditional that fails goes there, and the test's
///   filter drops such executions (the kernel tries again); {a|b} is a for locations of 4 bytes and
///   b for those of 8.
/// No instruction: the primitive binds the compiler only.
struct CompilationRow {
  std::string_view primitive;
  std::string_view instructions;
  std::string_view source;  ///< below the kernel's tree

  /// The number of instructions, without labels.
  [[nodiscard]] std::size_t count() const;
};

std::span<const CompilationRow> rows_of(KernelTable table);
std::span<const CompilationRow> rows_of(UserTable table);

/// The row of the primitive, or nullptr.
const CompilationRow* find_row(std::span<const CompilationRow> rows, std::string_view primitive);

/// The name under which the tables have a primitive: those with the same events share a row.
/// Adding, subtracting, counting up and down differ only in the operand and are atomic_add (no
/// result) or atomic_fetch_add; atomic_xchg is xchg, and so on. Primitives without a row keep their
/// name.
std::string row_name(const Primitive& primitive);

/// A table and what describes it.
template <class Table>
struct TableInfo {
  Table table;
  std::string_view name;  ///< as in --arch
  Architecture architecture;
};

/// asm-generic has no instructions: it is printed with RISC-V's. The first table of an architecture
/// is its own.
inline constexpr auto kKernelTables = std::to_array<TableInfo<KernelTable>>({
    {KernelTable::arm64, "arm64", Architecture::aarch64},
    {KernelTable::arm64_llsc, "arm64-llsc", Architecture::aarch64},
    {KernelTable::x86_64, "x86-64", Architecture::x86_64},
    {KernelTable::riscv, "riscv", Architecture::riscv},
    {KernelTable::powerpc, "powerpc", Architecture::ppc},
    {KernelTable::generic, "generic", Architecture::riscv},
});

/// The generic table has no instruction that belongs to an architecture.
inline constexpr auto kUserTables = std::to_array<TableInfo<UserTable>>({
    {UserTable::arm64, "arm64", Architecture::aarch64},
    {UserTable::x86_64, "x86-64", Architecture::x86_64},
    {UserTable::powerpc, "powerpc", Architecture::ppc},
    {UserTable::generic, "generic", Architecture::c},
    {UserTable::riscv, "riscv", Architecture::riscv},
});

}  // namespace ringcheck::litmus
