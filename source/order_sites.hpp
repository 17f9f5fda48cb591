#pragma once
// The atomic accesses and fences of a program, whose orders can be weakened.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "source/code.hpp"
#include "source/orders.hpp"

namespace ringcheck::source {

/// What a site does.
enum class SiteKind : std::uint8_t { load, store, update, compare_exchange, fence };
/// "load", "store", "update", "compare_exchange" or "fence".
std::string_view name_of(SiteKind kind);

/// Parts of an order. `seq_cst` includes what the site can have of the others.
enum OrderPart : std::uint8_t { kAcquires = 1, kReleases = 2, kTotal = 4 };
using OrderParts = std::uint8_t;

/// An atomic access or fence of the source. It is one site even if the compiler made it several
/// times, in instances of a template or of an inline function.
struct OrderSite {
  SiteKind kind = SiteKind::load;
  std::uint32_t place = 0;  ///< its number in the unit
  MemoryOrder own = MemoryOrder::relaxed;
  MemoryOrder own_failure = MemoryOrder::relaxed;                     ///< of a compare_exchange
  std::vector<std::pair<std::uint32_t, std::uint32_t>> instructions;  ///< routine, number in it

  /// The parts that the order has, of those that the site can have.
  [[nodiscard]] OrderParts parts() const;
  /// The order that has just these parts.
  [[nodiscard]] MemoryOrder order(OrderParts parts) const;
  /// The failure order of a compare_exchange that has these parts when it succeeds: its own, as far
  /// as the parts go.
  [[nodiscard]] MemoryOrder failure(OrderParts parts) const;
  /// The order as people write it; "none" for a fence that orders nothing.
  [[nodiscard]] std::string text(OrderParts parts) const;
};

/// The parts that each site keeps, in the order of the sites.
using OrderPlan = std::vector<OrderParts>;

/// The sites of `code` that order something, by file, line and column. Headers of the system have
/// no sites: everybody's operations are made of them.
std::vector<OrderSite> order_sites(const Code& code);

/// The orders as they are written.
OrderPlan own_plan(const std::vector<OrderSite>& sites);

/// `code` with the orders that `plan` has at `sites`, which are those of `code`.
Code with_orders(const Code& code, const std::vector<OrderSite>& sites, const OrderPlan& plan);

/// The number of instructions that order something in what `calls` makes of `site` with `parts`:
/// fences, branches and accesses that are ordered themselves, such as ldar or xchg. Source: the
/// mapping in `calls`.
unsigned ordering_instructions(const C11Calls& calls, const OrderSite& site, OrderParts parts);

/// A machine whose mapping is published, with its model.
struct MappedMachine {
  const char* name;
  const char* model;
};
inline constexpr MappedMachine kMappedMachines[] = {
    {"x86-64", "x86-tso"}, {"armv8", "armv8"}, {"riscv", "riscv"}, {"power", "power"}};

}  // namespace ringcheck::source
