#include "source/faults.hpp"

#include <fmt/format.h>

#include "graph/check.hpp"

namespace ringcheck::source {

namespace {

std::string key_of(const Demand& d) {
  return fmt::format("demand {} {:x} {} {} {} {} {} {} {} {:x} {:x} {:x} {:x}",
                     static_cast<int>(d.kind), d.address, d.bytes, d.atomic, d.place, d.thread,
                     d.created.creator, d.created.number, d.created.routine, d.created.argument,
                     number_of(d.order.tags), number_of(d.order.fence), d.access);
}

}  // namespace

const char* Faults::text_of(const Fault& fault) {
  const std::string key =
      fault.kind == Fault::Kind::error
          ? fmt::format("{} {} {}", name_of(fault.error), fault.place, fault.what)
          : key_of(fault.demand);
  const std::scoped_lock lock(mutex_);
  const auto [at, fresh] = known_.try_emplace(key);
  if (fresh) at->second = std::make_unique<Fault>(fault);
  return at->first.c_str();
}

std::vector<Demand> Faults::all_of(const Demand& demand) const {
  std::vector<Demand> all{demand};
  const std::scoped_lock lock(mutex_);
  if (const auto at = known_.find(key_of(demand)); at != known_.end())
    all.insert(all.end(), at->second->further.begin(), at->second->further.end());
  return all;
}

const Fault& Faults::find(const char* text) const {
  const std::scoped_lock lock(mutex_);
  const auto at = known_.find(text);
  RC_CHECK(at != known_.end(), "a run ended for a reason that nothing gave");
  return *at->second;
}

}  // namespace ringcheck::source
