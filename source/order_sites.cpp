// Tested by tests/source/order_study_test.cpp.
#include "source/order_sites.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace ringcheck::source {

namespace {

std::optional<SiteKind> kind_of(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::load:
      return i.order == Order::plain ? std::nullopt : std::optional(SiteKind::load);
    case Opcode::store:
      return i.order == Order::plain ? std::nullopt : std::optional(SiteKind::store);
    case Opcode::rmw:
      return SiteKind::update;
    case Opcode::cmpxchg:
      return SiteKind::compare_exchange;
    case Opcode::fence:
      return i.single_thread ? std::nullopt : std::optional(SiteKind::fence);
    default:
      return std::nullopt;
  }
}

/// What a site of this kind can have.
OrderParts possible(SiteKind kind) {
  if (kind == SiteKind::load) return kAcquires | kTotal;
  if (kind == SiteKind::store) return kReleases | kTotal;
  return kAcquires | kReleases | kTotal;
}

OrderParts parts_of(MemoryOrder order) {
  constexpr OrderParts kParts[] = {0, kAcquires, kReleases, kAcquires | kReleases,
                                   kAcquires | kReleases | kTotal};
  return kParts[static_cast<std::size_t>(order)];
}

MemoryOrder order_of(OrderParts parts) {
  if ((parts & kTotal) != 0) return MemoryOrder::seq_cst;
  constexpr MemoryOrder kOrders[] = {MemoryOrder::relaxed, MemoryOrder::acquire,
                                     MemoryOrder::release, MemoryOrder::acq_rel};
  return kOrders[parts & (kAcquires | kReleases)];
}

Order instruction_order(MemoryOrder order) {
  constexpr Order kOrders[] = {Order::relaxed, Order::acquire, Order::release,
                               Order::acquire_release, Order::seq_cst};
  return kOrders[static_cast<std::size_t>(order)];
}

bool is_ordered(TagSet tags) {
  return !(tags == TagSet{Tag::once}) && !(tags == TagSet{Tag::once, Tag::amo}) &&
         !(tags == TagSet{Tag::once, Tag::exclusive}) && !tags.empty();
}

unsigned one_if(bool is_there) {
  return is_there ? 1 : 0;
}

unsigned instructions_of(const C11Access& how) {
  constexpr unsigned kCompareAndBranch = 2;
  return one_if(!how.before.empty()) + one_if(!how.after.empty()) +
         (how.branch ? kCompareAndBranch : 0) + one_if(how.exchange || is_ordered(how.access));
}

/// The loop of an exclusive pair has its branch in any case.
unsigned instructions_of(const C11Update& how) {
  const bool one = how.read == how.write;
  const unsigned accesses = one ? one_if(is_ordered(how.read))
                                : one_if(is_ordered(how.read)) + one_if(is_ordered(how.write));
  return one_if(!how.before.empty()) + one_if(!how.after.empty()) + accesses;
}

}  // namespace

std::string_view name_of(SiteKind kind) {
  constexpr std::string_view kNames[] = {"load", "store", "update", "compare_exchange", "fence"};
  return kNames[static_cast<std::size_t>(kind)];
}

OrderParts OrderSite::parts() const {
  return parts_of(own) & possible(kind);
}

MemoryOrder OrderSite::order(OrderParts parts) const {
  return order_of(parts);
}

MemoryOrder OrderSite::failure(OrderParts parts) const {
  return order_of(parts_of(own_failure) & parts & (kAcquires | kTotal));
}

std::string OrderSite::text(OrderParts parts) const {
  if (kind == SiteKind::fence && parts == 0) return "none";
  return std::string(source::name_of(order(parts)));
}

std::vector<OrderSite> order_sites(const Code& code) {
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t, SiteKind, MemoryOrder>, OrderSite>
      found;
  for (std::uint32_t r = 0; r < code.routines.size(); ++r) {
    const std::vector<Instruction>& instructions = code.routines[r].code;
    for (std::uint32_t n = 0; n < instructions.size(); ++n) {
      const Instruction& i = instructions[n];
      const auto kind = kind_of(i);
      const Place& place = code.place(i.place);
      if (!kind || place.line == 0) continue;
      const std::string& file = code.unit.files[place.file];
      const MemoryOrder own = memory_order(i.order);
      if (own == MemoryOrder::relaxed || code.is_of_the_system(i.place) ||
          place.callee == Callee::library)
        continue;
      OrderSite& site = found[{file, place.line, place.column, *kind, own}];
      if (site.instructions.empty()) site = {*kind, i.place, own, memory_order(i.fail_order), {}};
      site.instructions.emplace_back(r, n);
    }
  }
  std::vector<OrderSite> sites;
  for (auto& [key, site] : found) sites.push_back(std::move(site));
  return sites;
}

OrderPlan own_plan(const std::vector<OrderSite>& sites) {
  OrderPlan plan;
  for (const OrderSite& site : sites) plan.push_back(site.parts());
  return plan;
}

Code with_orders(const Code& code, const std::vector<OrderSite>& sites, const OrderPlan& plan) {
  Code changed = code;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    for (const auto& [routine, number] : sites[s].instructions) {
      Instruction& i = changed.routines[routine].code[number];
      i.order = instruction_order(sites[s].order(plan[s]));
      if (sites[s].kind == SiteKind::compare_exchange)
        i.fail_order = instruction_order(sites[s].failure(plan[s]));
    }
  }
  return changed;
}

unsigned ordering_instructions(const C11Calls& calls, const OrderSite& site, OrderParts parts) {
  const MemoryOrder order = site.order(parts);
  const auto row = static_cast<std::size_t>(order);
  switch (site.kind) {
    case SiteKind::load:
      return instructions_of(calls.load[row]);
    case SiteKind::store:
      return instructions_of(calls.store[row]);
    case SiteKind::update:
      return instructions_of(calls.update[row]);
    case SiteKind::compare_exchange:
      return instructions_of(compare_exchange_as(calls, order, site.failure(parts)));
    case SiteKind::fence:
      return one_if(!calls.fence[row].empty());
  }
  return 0;
}

}  // namespace ringcheck::source
