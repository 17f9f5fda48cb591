// Read-modify-writes, awaited loads and locks: operations that compare what they read.
// Tested by tests/explore.
#include "explore/rmw_arithmetic.hpp"
#include "explore/thread_run.hpp"
#include "explore/thread_run_errors.hpp"

namespace ringcheck {

Word ThreadRun::compare_and_write(const Conditional& how, const Word& address, const Word& operand,
                                  const Word& expected) {
  const int base = next_slot_;
  const int read_slot = base + (how.full ? 1 : 0);
  const int write_slot = read_slot + 1;
  next_slot_ = how.writes ? write_slot + (how.full ? 2 : 1) : write_slot;
  if (next_slot_ > kMaxEvents) reject_size(program_, thread_);
  graph_->reserve_slots(thread_, next_slot_);
  for (int slot = base; slot < next_slot_; ++slot) name_event(slot);
  site_ = nullptr;
  const bool can_fail =
      how.compare == Compare::succeed_if_equal || how.compare == Compare::succeed_unless_equal;
  const TagSet fence_tags{Tag::mb, Tag::of_full_rmw};
  if (how.full && !can_fail) issue_fence(base, fence_tags);

  EventNumber r = event_in_slot(read_slot, EventKind::read);
  if (r == kNoEvent) {
    r = add_event(read_slot, EventKind::read, can_fail ? how.fail_tags : how.read_tags);
    if (graph_->tracks_dependencies()) graph_->dependencies(r).address = events_of(address.sources);
    Event& read = graph_->event(r);
    read.atomic = how.atomic && how.writes;
    read.full = how.full && can_fail;
    read.waits = how.waits && has_all_values();
    read.compare = how.compare;
    read.expected_known = how.compare == Compare::none || expected.known;
    read.expected = expected.value;
    if (can_fail) read.other_tags = how.read_tags;
    if (how.writes) read.claim = can_fail ? Claim::maybe : Claim::sure;
    take_awaited(r);
  } else if (!(*graph_)[r].expected_known && expected.known) {
    graph_->event(r).expected = expected.value;
    graph_->event(r).expected_known = true;
    if ((*graph_)[r].materialised) {
      graph_->settle_compare(r);
      changed_the_past_ = true;
    }
  }
  awaited_.reset();
  set_location(r, address);
  const Word old = value_of_read(r);
  if (!how.writes) return old;

  if (can_fail &&
      !((*graph_)[r].materialised && (*graph_)[r].expected_known && graph_->succeeds(r))) {
    // In a private location's order, a write that may still come stands before what follows.
    const bool undecided = !(*graph_)[r].materialised || !(*graph_)[r].expected_known;
    if (undecided && may_be_private((*graph_)[r])) ++unready_writes_;
    return old;
  }
  Word written = operand;
  if (depends_on_old_value(how.operation))
    written = combine(old, operand,
                      [&](auto x, auto y) { return updated(how.operation, x, y, how.bits); });
  const bool is_new = graph_->at(thread_, write_slot) == kNoEvent;
  const EventNumber w = issue_write(write_slot, address, written, how.write_tags);
  if (is_new) {
    graph_->event(w).rmw = r;
    graph_->event(w).atomic = how.atomic;
    graph_->event(r).rmw = w;
    // Whether the write happens at all depends on what the value is compared with.
    if (graph_->tracks_dependencies())
      graph_->dependencies(w).control |= events_of(expected.sources);
  }
  force_write(w);
  if (how.full) issue_fence(write_slot + 1, fence_tags);
  return old;
}

Word ThreadRun::read_modify_write(RmwOperation operation, const Word& address, const Word& operand,
                                  const RmwOrder& order, const Word& expected) {
  Conditional how;
  how.operation = operation;
  how.read_tags = order.full ? order.read_tags | TagSet{Tag::of_full_rmw} : order.read_tags;
  how.write_tags = order.full ? order.write_tags | TagSet{Tag::of_full_rmw} : order.write_tags;
  how.fail_tags =
      order.read_tags.has(Tag::local) ? TagSet{Tag::once, Tag::local} : TagSet{Tag::once};
  if (!order.fail_tags.empty()) how.fail_tags = order.fail_tags;
  how.full = order.full;
  how.atomic = order.atomic;
  how.bits = order.bits;
  how.waits = order.waits;
  if (operation == RmwOperation::compare_exchange) how.compare = Compare::succeed_if_equal;
  if (operation == RmwOperation::add_unless) how.compare = Compare::succeed_unless_equal;
  return compare_and_write(how, address, operand, expected);
}

Word ThreadRun::await_equal(const Word& address, std::uint64_t expected, TagSet tags) {
  Conditional how;
  how.compare = Compare::await_equal;
  how.read_tags = tags;
  how.writes = false;
  return compare_and_write(how, address, {}, expected);
}

void ThreadRun::spin_lock(const Word& address) {
  Conditional how;
  how.compare = Compare::await_equal;
  how.read_tags = {Tag::lock_read};
  how.write_tags = {Tag::lock_write};
  compare_and_write(how, address, 1, 0);
}

Truth ThreadRun::spin_trylock(const Word& address) {
  Conditional how;
  how.compare = Compare::succeed_if_equal;
  how.read_tags = {Tag::lock_read};
  how.write_tags = {Tag::lock_write};
  how.fail_tags = {Tag::lock_fail};
  return compare_and_write(how, address, 1, 0) == Word(0);
}

void ThreadRun::spin_unlock(const Word& address) {
  store(address, 0, {Tag::unlock});
}

Truth ThreadRun::spin_is_locked(const Word& address) {
  Conditional how;
  how.compare = Compare::succeed_if_equal;
  how.read_tags = {Tag::read_unlocked};
  how.fail_tags = {Tag::read_locked};
  how.writes = false;
  return compare_and_write(how, address, {}, 0) != Word(0);
}

}  // namespace ringcheck
