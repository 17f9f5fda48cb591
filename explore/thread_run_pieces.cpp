// Accesses that take several locations as a whole. Whether a compare-exchange of several pieces
// succeeds is known only when all pieces are. So success is a choice, and a graph whose values say
// otherwise is no execution. No event then waits for a value that the operation itself does not
// wait for. Tested by tests/explore/pieces_test.cpp.
#include "explore/rmw_arithmetic.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

namespace {

/// `low`, which has `bits` bits, and `high` above them.
Word above(const Word& low, unsigned bits, const Word& high) {
  return combine(low, high, [&](auto x, auto y) { return x | y << bits; });
}

/// True iff both are; known to be false as soon as one of them is.
Truth both(const Truth& a, const Truth& b) {
  Truth result = a & b;
  if ((a.known && !a.value) || (b.known && !b.value)) result = {false, result.sources, true};
  return result;
}

}  // namespace

void ThreadRun::insist(const Truth& condition) {
  require(condition, true);
}

Word ThreadRun::load(std::span<const AccessPiece> pieces, TagSet tags) {
  Word whole;
  unsigned done = 0;
  begin_access();
  for (const AccessPiece& piece : pieces) {
    whole = above(whole, done, load(piece.address, tags));
    done += piece.bits;
  }
  end_access();
  return whole;
}

void ThreadRun::store(std::span<const AccessPiece> pieces, const Word& value, TagSet tags) {
  unsigned done = 0;
  begin_access();
  for (const AccessPiece& piece : pieces) {
    store(piece.address, bits_of(value, done, piece.bits), tags);
    done += piece.bits;
  }
  end_access();
}

Word ThreadRun::read_modify_write(RmwOperation operation, std::span<const AccessPiece> pieces,
                                  const Word& operand, const RmwOrder& order, const Word& expected,
                                  std::span<Word> parts) {
  const bool compares = operation == RmwOperation::compare_exchange;
  const bool can_fail = compares || operation == RmwOperation::add_unless;
  const bool writes = !can_fail || choose(2) == 0;
  const TagSet fence_tags{Tag::mb, Tag::of_full_rmw};
  const TagSet more = order.full ? TagSet{Tag::of_full_rmw} : TagSet{};
  const TagSet fail_tags = order.fail_tags.empty() ? TagSet{Tag::once} : order.fail_tags;
  if (order.full && writes) issue_fence(next_slot_, fence_tags);
  if (order.full) ++next_slot_;

  begin_access();
  const int load_slot = next_slot_;
  claims_ = writes && order.atomic;
  Word old;
  Truth equal(true);
  unsigned done = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Word wanted = bits_of(expected, done, pieces[i].bits);
    if (compares && writes && wanted.known) expect(wanted.value);
    const Word part = load(pieces[i].address, writes ? order.read_tags | more : fail_tags);
    if (!parts.empty()) parts[i] = part;
    equal = both(equal, part == wanted);
    if (can_fail && (i + 1 == pieces.size() || (equal.known && !equal.value)))
      insist(writes == compares ? equal : !equal);
    old = above(old, done, part);
    done += pieces[i].bits;
  }
  claims_ = false;
  const int end = next_slot_ + static_cast<int>(pieces.size());

  if (writes) {
    Word written = operand;
    if (depends_on_old_value(operation))
      written = combine(old, operand,
                        [&](auto x, auto y) { return updated(operation, x, y, order.bits); });
    done = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const EventNumber w = store_paired(load_slot + static_cast<int>(i), pieces[i].address,
                                         bits_of(written, done, pieces[i].bits),
                                         order.write_tags | more, order.atomic);
      // Whether the writes happen at all depends on every part of the comparison.
      if (can_fail && graph_->tracks_dependencies())
        graph_->dependencies(w).control |= events_of(equal.sources);
      done += pieces[i].bits;
    }
  }
  end_access();
  next_slot_ = end;
  if (order.full && writes) issue_fence(end, fence_tags);
  if (order.full) ++next_slot_;
  return old;
}

}  // namespace ringcheck
