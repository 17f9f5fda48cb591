// The store of a load-reserved, store-conditional pair. Whether it succeeds is the code's choice
// (ThreadRun::choose); one that fails is no event. Tested by tests/litmus/assembly_test.cpp.
#include "explore/rmw_arithmetic.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

/// A store that is the write of the read-modify-write with its load in slot `load_slot`.
EventNumber ThreadRun::store_paired(int load_slot, const Word& address, const Word& value,
                                    TagSet tags, bool atomic) {
  const int slot = next_slot_++;
  name_event(slot);
  site_ = nullptr;
  const bool is_new = graph_->at(thread_, slot) == kNoEvent;
  const EventNumber w = issue_write(slot, address, value, tags);
  if (is_new) {
    const EventNumber r = graph_->at(thread_, load_slot);
    graph_->event(w).rmw = r;
    graph_->event(r).rmw = w;
    graph_->event(r).atomic = graph_->event(w).atomic = atomic;
  }
  force_write(w);
  return w;
}

Word ThreadRun::store_conditional(int load_slot, const Word& address, const Word& value,
                                  TagSet tags) {
  const EventNumber w = store_paired(load_slot, address, value, tags, true);
  Word status(0);
  if (dependence_ == Dependence::program_order) return status;
  status.sources.set(new_source(w));
  return status;
}

Word ThreadRun::store_conditional(int load_slot, std::span<const AccessPiece> pieces,
                                  const Word& value, TagSet tags) {
  Word status(0);
  unsigned done = 0;
  begin_access();
  for (const AccessPiece& piece : pieces) {
    const EventNumber w =
        store_paired(load_slot++, piece.address, bits_of(value, done, piece.bits), tags, true);
    if (dependence_ != Dependence::program_order) status.sources.set(new_source(w));
    done += piece.bits;
  }
  end_access();
  return status;
}

}  // namespace ringcheck
