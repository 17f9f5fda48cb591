// The store of a load-reserved, store-conditional pair. Whether it succeeds is the code's choice
// (ThreadRun::choose); one that fails is no event. Tested by tests/litmus/assembly_test.cpp.
#include "explore/thread_run.hpp"

namespace ringcheck {

Word ThreadRun::store_conditional(int load_slot, const Word& address, const Word& value,
                                  TagSet tags) {
  const int slot = next_slot_++;
  name_event(slot);
  site_ = nullptr;
  const bool is_new = graph_->at(thread_, slot) == kNoEvent;
  const EventNumber w = issue_write(slot, address, value, tags);
  if (is_new) {
    const EventNumber r = graph_->at(thread_, load_slot);
    graph_->event(w).rmw = r;
    graph_->event(r).rmw = w;
    graph_->event(r).atomic = graph_->event(w).atomic = true;
  }
  force_write(w);
  Word status(0);
  if (dependence_ == Dependence::program_order) return status;
  status.sources.set(new_source(w));
  return status;
}

}  // namespace ringcheck
