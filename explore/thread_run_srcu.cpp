// Sleepable RCU: fences with a location, the srcu_struct, and a number by which an unlock says
// which lock it ends. The number orders nothing, so its dependencies are not recorded.
// Tested by tests/litmus/primitives_test.cpp.
#include "explore/thread_run.hpp"

namespace ringcheck {

// It must be known which lock an unlock ends as soon as both are issued: a model pairs them by
// location.
void ThreadRun::fence_at(const Word& address, const Word& value, TagSet tags) {
  if (!address.known || address.sources.any()) fail("an srcu_struct whose address is loaded");
  const int slot = next_slot_;
  fence(tags);
  const EventNumber f = graph_->at(thread_, slot);
  set_location(f, address);
  Event& event = graph_->event(f);
  if (event.value_known || !value.known) return;
  event.value = value.value;
  event.value_known = true;
}

Word ThreadRun::srcu_read_lock(const Word& address) {
  const Word number(static_cast<std::uint64_t>(next_slot_ + 1));
  fence_at(address, number, {Tag::srcu_lock});
  return number;
}

void ThreadRun::srcu_read_unlock(const Word& address, const Word& number) {
  fence_at(address, number, {Tag::srcu_unlock});
}

void ThreadRun::synchronize_srcu(const Word& address) {
  fence_at(address, {}, {Tag::sync_srcu});
}

}  // namespace ringcheck
