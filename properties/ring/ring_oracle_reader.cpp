// What must hold of a perf buffer as its reader sees it, and of one that is paused.
// Tested by tests/properties/ring/ring_sequence_test.cpp and by `ringcheck mutants`.
#include <fmt/format.h>

#include <algorithm>

#include "properties/ring/ring_oracle.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

void RingOracle::judge_unread() {
  if (backward() || hostile_ || corrupt_) return;
  for (const RingRecord& record : unread_)
    for (std::size_t i = 0; i < record.words.size(); ++i)
      if (data(record.offset + i * kWordBytes) != record.words[i]) {
        violate("I-06",
                fmt::format("the record at {} is overwritten before it is read", record.offset));
        return;
      }
}

void RingOracle::reader_loaded(std::uint64_t offset, std::uint64_t value) {
  if (hostile_ || corrupt_ || backward()) return;
  const std::uint64_t next = handed_on_to_ + (1 + loaded_) * kWordBytes;
  if (rb_.width.unsigned_long(offset - next) == 0) ++loaded_;
  for (const RingRecord& record : unread_) {
    const std::uint64_t at = rb_.width.unsigned_long(offset - record.offset);
    if (at >= record.size()) continue;
    const std::uint64_t published = record.words[at / kWordBytes];
    if (published != value)
      violate(data(offset) == published ? "I-01" : "I-06",
              fmt::format("the reader loads another word at {} than was published", offset));
    return;
  }
}

void RingOracle::reader_consumed(std::uint64_t position, std::uint64_t size) {
  const std::uint64_t offset = rb_.width.unsigned_long(position);
  read_ = true;
  if (hostile_) return;
  if (corrupt_) {
    if (ahead(offset + size, word(rb_.at.data_head)) > 0 || size < kWordBytes)
      violate("I-12", fmt::format("the reader hands on {} bytes at {}, and data_head is {}", size,
                                  offset, word(rb_.at.data_head)));
    return;
  }
  if (poll_to_ && ahead(offset + size, *poll_to_) > 0)
    violate("R-09",
            fmt::format("a poll that began with head {} goes on to {}", *poll_to_, offset + size));
  if (unread_.empty() || unread_.front().offset != offset || unread_.front().size() != size)
    violate("I-15", fmt::format("the reader hands on {} bytes at {}, which is not the next record",
                                size, offset));
  // If a record reaches the buffer's end, the library hands on a copy, with no more bytes than its
  // own event type has.
  const std::uint64_t mask = rb_.data_size - 1;
  const bool copied = (offset & mask) + size != ((offset + size) & mask);
  const std::uint64_t bytes = copied ? std::min(size, kPerfEventBytes) : size;
  if (loaded_ + 1 != bytes / kWordBytes)
    violate("I-15", fmt::format("the reader hands on {} words of {} bytes at {}", loaded_ + 1, size,
                                offset));
  loaded_ = 0;
  while (!unread_.empty() && ahead(unread_.front().offset, offset) <= 0) unread_.pop_front();
  handed_on_to_ = rb_.width.unsigned_long(offset + size);
}

void RingOracle::reader_stored_tail(std::uint64_t position) {
  const std::uint64_t tail = rb_.width.unsigned_long(position);
  if (hostile_ || corrupt_) return;
  if (word(rb_.at.data_tail) != tail)
    violate("I-14",
            fmt::format("data_tail is to become {} and is {}", tail, word(rb_.at.data_tail)));
  if (ahead(tail, tail_) < 0 || ahead(tail, published_to_) > 0)
    violate("I-14", fmt::format("data_tail goes from {} to {}", tail_, tail));
  else if (ahead(tail, handed_on_to_) > 0)
    violate("I-14", fmt::format("data_tail becomes {}, and records were handed on up to {}", tail,
                                handed_on_to_));
  tail_ = tail;
  if (tail != word(rb_.at.head)) return;
  ++drained_;
  woken_since_drained_ = false;
  refused_ = 0;
}

void RingOracle::reader_fell_behind() {
  if (!hostile_ && !corrupt_) violate("I-15", "the reader skips to data_head");
}

void RingOracle::reader_counted_lost(std::uint64_t offset, std::uint64_t lost) {
  if (hostile_ || corrupt_) return;
  for (const RingRecord& record : unread_)
    if (record.offset == rb_.width.unsigned_long(offset) && record.words[2] != lost)
      violate("I-10",
              fmt::format("the reader takes the LOST record at {} for {} losses, it reports "
                          "{}",
                          offset, lost, record.words[2]));
}

void RingOracle::reader_snapshot(std::uint64_t head, const std::vector<RingRecord>& records) {
  std::vector<RingRecord> whole;
  for (const RingRecord& record : unread_)
    if (rb_.width.unsigned_long(record.offset + record.size() - head) <= rb_.data_size)
      whole.push_back(record);
  for (const RingRecord& record : records) {
    if (std::ranges::find(whole, record) != whole.end()) continue;
    const bool old = ahead(record.offset, snapshot_) <= 0;
    violate(old ? "I-21" : "I-19",
            fmt::format("the snapshot from {} on has {} bytes at {}, {}", head, record.size(),
                        record.offset, old ? "which an earlier one had" : "which are no record"));
  }
  for (const RingRecord& record : whole)
    if (std::ranges::find(records, record) == records.end())
      violate("I-19",
              fmt::format("the snapshot from {} on lacks the record at {}", head, record.offset));
  read_ = read_ || !records.empty();
  unread_.clear();
  snapshot_ = head;
}

void RingOracle::paused() {
  while_paused_.assign(
      memory_.begin() + static_cast<std::ptrdiff_t>(rb_.at.data),
      memory_.begin() + static_cast<std::ptrdiff_t>(rb_.at.data + rb_.data_size / kWordBytes));
  while_paused_.push_back(word(rb_.at.data_head));
}

void RingOracle::resuming() {
  if (while_paused_.empty()) return;
  const std::vector<std::uint64_t> before = std::move(while_paused_);
  paused();
  if (while_paused_ != before) violate("I-20", "the buffer changes while it is paused");
  while_paused_.clear();
}

}  // namespace ringcheck
