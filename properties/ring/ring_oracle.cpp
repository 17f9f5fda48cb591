// What must hold of a perf buffer, judged by what lies in its memory. Besides the properties that
// executions are judged by: I-11, I-16 … I-22, I-39; I-16b (the stamp of the last wakeup is not ahead
// of the stream) and R-09 (a poll hands on no more than was there when it loaded the head) are only
// in this file. Source: include/uapi/linux/perf_event.h for layouts. Wakeups are judged in
// ring_oracle_wakeups.cpp, readers in ring_oracle_reader.cpp. Tested by
// tests/properties/ring/ring_sequence_test.cpp and by `ringcheck mutants`: each judgement finds
// some mutant.
#include "properties/ring/ring_oracle.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ringcheck {

namespace {

/// The largest size that the 16 bits in a header can hold, in whole words.
constexpr std::uint64_t kLargestRecord = 65528;

}  // namespace

RingOracle::RingOracle(const PerfBuffer& rb, const std::vector<std::uint64_t>& memory,
                       const std::vector<PerfEvent>& events, std::vector<std::uint64_t> sample_id)
    : rb_(rb),
      memory_(memory),
      events_(events),
      sample_id_(std::move(sample_id)),
      seen_head_(word(rb.at.data_head)),
      published_to_(seen_head_),
      reserved_to_(word(rb.at.head)),
      handed_on_to_(seen_head_),
      tail_(word(rb.at.data_tail)),
      snapshot_(seen_head_),
      lost_before_(word(rb.at.lost)),
      first_head_(word(rb.at.head)),
      first_stamp_(word(rb.at.wakeup)) {}

void RingOracle::violate(std::string_view property, std::string what) {
  violations_.push_back({property, std::move(what)});
}

std::int64_t RingOracle::ahead(std::uint64_t position, std::uint64_t other) const {
  return backward() ? rb_.width.ahead(other, position) : rb_.width.ahead(position, other);
}

std::uint64_t RingOracle::writer_comes(std::uint64_t name, std::uint64_t words) {
  const std::uint64_t used =
      rb_.data_size == 0
          ? 0
          : rb_.width.unsigned_long(word(rb_.at.head) - word(rb_.at.data_tail)) % rb_.data_size;
  Writer writer{name,
                std::min((words + 1) * kWordBytes, kLargestRecord),
                word(rb_.at.nest),
                word(rb_.at.lost),
                word(rb_.at.paused) != 0,
                rb_.data_size - 1 - used,
                drained_,
                word(rb_.at.wakeup),
                wakeups(),
                word(rb_.at.data_tail),
                rb_.events ? word(*rb_.events) : 0};
  nested_ = nested_ || writer.nest != 0;
  by_name_[name] = writers_.size();
  writers_.push_back(writer);
  return writers_.size() - 1;
}

void RingOracle::writer_reserved(std::uint64_t number) {
  Writer& writer = writers_[number];
  const std::uint64_t head = word(rb_.at.head);
  writer.reserved = true;
  writer.start = backward() ? head : rb_.width.unsigned_long(head - writer.bytes);
  writer.end = backward() ? rb_.width.unsigned_long(head + writer.bytes) : head;
  const std::int64_t more = ahead(head, reserved_to_) - static_cast<std::int64_t>(writer.bytes);
  const auto lost = static_cast<std::int64_t>(lost_bytes());
  if (more != 0 && more != lost)
    violate("I-05", fmt::format("a writer of {} bytes reserves, and the write position goes from "
                                "{} to {}",
                                writer.bytes, reserved_to_, head));
  reserved_to_ = head;
}

void RingOracle::writer_is_done(std::uint64_t number) {
  writers_[number].done = true;
}

void RingOracle::writer_left(std::uint64_t number, bool interrupted) {
  const Writer& writer = writers_[number];
  if (!writer.reserved && rb_.data_size != 0) ++failed_;
  if (word(rb_.at.nest) != writer.nest)
    violate("I-08", fmt::format("a writer finds nest count {} and leaves {}", writer.nest,
                                word(rb_.at.nest)));
  if (!interrupted) judge_space(writer);
  judge_waking(writer, interrupted);
  look();
  if (!writer.reserved && !writer.paused && rb_.data_size != 0 && writer.drained == drained_)
    judge_refusal(writer);
}

void RingOracle::judge_space(const Writer& writer) {
  const bool due = writer.lost != 0;
  const std::uint64_t size = writer.bytes + (due ? lost_bytes() : 0);
  if (rb_.data_size == 0) {
    if (writer.reserved) violate("I-39", "a writer reserves in a buffer without pages");
    return;
  }
  if (writer.paused) {
    if (writer.reserved) violate("I-20", "a writer reserves in a paused buffer");
    return;
  }
  if (writer.reserved && word(rb_.at.lost) != 0)
    violate("I-10", fmt::format("a record is written, and {} losses stay without a LOST record",
                                word(rb_.at.lost)));
  if (backward()) {
    if (writer.bytes > rb_.data_size && writer.reserved)
      violate("I-22", fmt::format("a record of {} bytes is written to a buffer of {}", writer.bytes,
                                  rb_.data_size));
    if (!writer.reserved) violate("I-19", "an overwrite buffer refuses the newest record");
    return;
  }
  const bool fits = size <= writer.free;
  if (writer.reserved != fits)
    violate("I-07", fmt::format("{} bytes are {}, and {} are free", size,
                                writer.reserved ? "reserved" : "refused", writer.free));
}

void RingOracle::look() {
  look_at_head();
  const std::uint64_t now = wakeups();
  if (now == seen_wakeups_) return;
  seen_wakeups_ = now;
  woken_since_drained_ = true;
  woken_bytes_ = published_bytes_;
  woken_samples_ = published_samples_;
}

void RingOracle::look_at_head() {
  const std::uint64_t head = word(rb_.at.data_head);
  if (head == seen_head_) return;
  const std::int64_t step = ahead(head, seen_head_);
  if (step < 0 || (!backward() && !hostile_ && step >= static_cast<std::int64_t>(rb_.data_size)))
    violate("I-02", fmt::format("data_head goes from {} to {}", seen_head_, head));
  seen_head_ = head;
  for (const Writer& writer : writers_)
    if (writer.reserved && !writer.done && ahead(head, backward() ? writer.end : writer.start) > 0)
      violate("I-03", fmt::format("data_head {} covers a record that is being written", head));
  if (ahead(head, published_to_) <= 0) return;
  const std::uint64_t before = published_to_;
  published_to_ = head;
  published_bytes_ += static_cast<std::uint64_t>(ahead(head, before));
  if (!hostile_) read_published(before, head);
}

void RingOracle::read_published(std::uint64_t from, std::uint64_t to) {
  const auto bytes = static_cast<std::uint64_t>(ahead(to, from));
  const std::uint64_t first = backward() ? to : from;
  // Records that a backward buffer has overwritten can no longer be seen.
  const std::uint64_t there = std::min(bytes, rb_.data_size);
  std::vector<RingRecord> records;
  for (std::uint64_t at = 0; at < bytes;) {
    const std::uint64_t size = at < there ? header_size(data(first + at)) : 0;
    if (there < bytes && (at >= there || at + size > there)) {
      unseen_ = true;
      break;
    }
    if (size < kWordBytes || size % kWordBytes != 0 || at + size > bytes) {
      violate(backward() ? "I-18" : "I-12",
              fmt::format("data_head {} is published, and the record at {} has size {}", to,
                          first + at, size));
      break;
    }
    RingRecord record{rb_.width.unsigned_long(first + at), {}};
    for (std::uint64_t i = 0; i < size; i += kWordBytes)
      record.words.push_back(data(first + at + i));
    judge_record(record);
    records.push_back(std::move(record));
    at += size;
  }
  unread_.insert(backward() ? unread_.begin() : unread_.end(), records.begin(), records.end());
}

void RingOracle::judge_record(const RingRecord& record) {
  const std::uint64_t type = header_type(record.words[0]);
  if (type == kRecordSample && record.words.size() > 1)
    judge_sample(record);
  else if (type == kRecordLost && record.words.size() > 2)
    judge_lost(record);
  else
    violate("I-01",
            fmt::format("what is published at {} is no record that was written", record.offset));
}

void RingOracle::judge_sample(const RingRecord& record) {
  const Sample like{record.words[1] >> 16U, record.words.size() - 1};
  const auto found = by_name_.find(like.name);
  bool intact = found != by_name_.end() && header_misc(record.words[0]) == 0;
  for (std::size_t i = 1; i < record.words.size(); ++i)
    intact = intact && record.words[i] == like.payload(i - 1);
  if (!intact) {
    violate("I-01",
            fmt::format("the sample published at {} is not what was written", record.offset));
    return;
  }
  Writer& writer = writers_[found->second];
  if (record.size() != writer.bytes)
    violate("I-12", fmt::format("a sample of {} bytes is published at {} as one of {}",
                                writer.bytes, record.offset, record.size()));
  if (!writer.done)
    violate("I-03", fmt::format("the sample published at {} is being written", record.offset));
  if (writer.published)
    violate("I-05", fmt::format("the sample published at {} was published before", record.offset));
  writer.published = true;
  ++published_samples_;
}

void RingOracle::judge_lost(const RingRecord& record) {
  const PerfEvent& event = events_.front();
  const bool right = record.size() == lost_bytes() && record.words[1] == event.id &&
                     header_misc(record.words[0]) == 0 &&
                     std::equal(sample_id_.begin(), sample_id_.end(), record.words.begin() + 3);
  if (!right)
    violate("I-01", fmt::format("the LOST record at {} is not what was written", record.offset));
  if (record.words[2] == 0)
    violate("I-11", fmt::format("the LOST record at {} reports nothing", record.offset));
  lost_published_ += record.words[2];
}

void RingOracle::quiet() {
  look();
  if (word(rb_.at.nest) != 0)
    violate("I-08",
            fmt::format("no writer is active, and the nest count is {}", word(rb_.at.nest)));
  if (word(rb_.at.head) != word(rb_.at.data_head))
    violate("I-04", fmt::format("no writer is active, the write position is {}, and data_head {}",
                                word(rb_.at.head), word(rb_.at.data_head)));
  if (word(rb_.at.head) != reserved_to_)
    violate("I-05", fmt::format("reservations reach to {}, and the write position is {}",
                                reserved_to_, word(rb_.at.head)));
  judge_losses();
  judge_wakeups();
  judge_unread();
}

void RingOracle::judge_losses() {
  std::uint64_t of_events = 0;
  for (const PerfEvent& event : events_) of_events += word(event.at->lost_samples);
  if (of_events != failed_)
    violate("I-10", fmt::format("{} begins failed, and the events count {}", failed_, of_events));
  if (hostile_ || unseen_) return;  // LOST records were not all looked at
  const std::uint64_t counted =
      rb_.width.unsigned_long(word(rb_.at.lost) - lost_before_ + lost_published_);
  if (counted != failed_)
    violate("I-10", fmt::format("{} begins failed; {} are reported or still counted", failed_,
                                static_cast<std::int64_t>(counted)));
}

}  // namespace ringcheck
