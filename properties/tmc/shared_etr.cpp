#include "properties/tmc/shared_etr.hpp"

#include <algorithm>

#include "properties/tmc/barrier_packet.hpp"

namespace ringcheck {

std::uint64_t SharedEtr::allocate(std::uint64_t frames) {
  must_be_unlocked();
  if (memory == 0) return 0;
  --memory;
  Made& made = buffers_.emplace_back();
  EtrBuf& buf = made.buf;
  buf.name = buffers_.size();
  buf.at = cells_;
  buf.at.offset = more_words(kBufferWords);
  buf.at.len = buf.at.offset + 1;
  buf.at.full = buf.at.offset + 2;
  buf.at.refcnt = at.refcnt;
  buf.at.perf_buf = at.perf_buf;
  buf.data.memory = buf.data.view = {buf.at.offset + 3, frames * kSharedFrame, kSharedFrame};
  buf.mode = scattered_ ? EtrMode::sg : EtrMode::flat;
  buf.page_size = kSharedPageFrames * kSharedFrame;
  buf.hwaddr = buf.name << 20U;
  buf.defects = bench.m.aux.defects;
  for (std::uint64_t page = 0; page < frames / kSharedPageFrames; ++page)
    made.daddrs.push_back(buf.hwaddr + (page ^ 1U) * buf.page_size);
  if (scattered_) buf.daddrs = made.daddrs;
  for (std::uint64_t i = 0; i < frames; ++i) word(buf.data.view.base + i) = kStale;
  return buf.name;
}

void SharedEtr::free(std::uint64_t number) {
  must_be_unlocked();
  const EtrBuf& buf = usable(number);
  judge_.require(!claimed_ || number != enabled_, "I-39", "a buffer is freed that the sink has");
  for (std::uint64_t i = 0; i < buf.data.view.words(); ++i) word(buf.data.view.base + i) = kStale;
  buffers_[number - 1].freed = true;
}

EtrBuf& SharedEtr::usable(std::uint64_t number) {
  judge_.require(number != 0, "I-39", "there is no buffer, and it is used");
  Made& made = buffers_.at(number - 1);
  judge_.require(!made.freed, "I-39", "a buffer is used that was freed");
  return made.buf;
}

std::vector<std::uint64_t> SharedEtr::kept() const {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t number = 1; number <= buffers_.size(); ++number)
    if (!buffers_[number - 1].freed) numbers.push_back(number);
  return numbers;
}

bool SharedEtr::enable(std::uint64_t number) {
  must_be_locked();
  usable(number);
  judge_.require(!claimed_, "I-38", "a sink is programmed that somebody uses");
  if (claimed_by_debugger) return false;
  claimed_ = true;
  enabled_ = number;
  resume();
  return true;
}

void SharedEtr::resume() {
  must_be_locked();
  judge_.require(!runs_, "I-38", "a sink is programmed that takes trace");
  runs_ = true;
  run_.clear();
}

void SharedEtr::trace(std::uint64_t frames) {
  if (!runs_) return;
  const EtrBuf& buf = usable(enabled_);
  const std::uint64_t size = buf.data.view.words();
  for (std::uint64_t i = 0; i < frames; ++i) {
    word(buf.data.memory.base + run_.size() % size) = ++made_;
    run_.push_back(made_);
  }
}

void SharedEtr::drain() {
  if (runs_) return;
  const Made& made = buffers_.at(enabled_ - 1);
  const std::uint64_t size = made.buf.data.view.words();
  const bool full = run_.size() >= size;
  const std::uint64_t write = run_.size() % size;
  word(cells_.rwp) = device_address(made, write);
  word(cells_.rrp) = device_address(made, full ? write : 0);
  word(cells_.status) = full ? kEtrFull : 0;
}

SharedTrace SharedEtr::taken() const {
  const std::uint64_t size = frames_of(enabled_);
  SharedTrace trace = run_;
  if (trace.size() < size) return trace;
  trace.erase(trace.begin(), trace.end() - static_cast<std::ptrdiff_t>(size));
  trace.front() = packet_unit(0, kSharedFrame);
  return trace;
}

}  // namespace ringcheck
