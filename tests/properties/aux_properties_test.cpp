// What must hold in the AUX area, on plain memory with random histories: transactions (I-24, I-25,
// I-26, I-29) and the copy out of a TMC-ETR's bounce buffer (I-24, I-35, I-36, I-37).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "properties/conform/aux_machine.hpp"
#include "protocol/aux/etr_update.hpp"

namespace ringcheck {
namespace {

AuxMachineSetup area_of(std::uint64_t size) {
  AuxMachineSetup setup;
  setup.aux_size = setup.watermark = size;
  setup.data_size = 1024;
  setup.data_watermark = 1024;
  setup.events.resize(1);
  return setup;
}

/// An AUX area on which transactions are made, with what they must come to.
struct Transactions {
  explicit Transactions(const AuxMachineSetup& setup) : m(setup), expected_head(setup.head) {}

  void begin() {
    if (open) return;
    auto cpu = m.cpu();
    const std::uint64_t unread = expected_head - m.word(m.aux.at.user_tail);
    open = perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]);
    RC_ASSERT(open == (unread + 1 < m.aux.size()));  // one byte is never granted
    if (open) RC_ASSERT(m.word(m.handle.size) + unread == m.aux.size() - 1);
  }
  void end(std::uint64_t part) {
    if (!open) return;
    const std::uint64_t size = part % (m.word(m.handle.size) + 1);
    auto cpu = m.cpu();
    perf_aux_output_end(cpu, m.aux, m.handle, size);
    expected_head += size;
    open = false;
  }
  void skip(std::uint64_t size) {
    if (!open) return;
    const std::uint64_t room = m.word(m.handle.size);
    auto cpu = m.cpu();
    const bool skipped = perf_aux_output_skip(cpu, m.aux, m.handle, size);
    RC_ASSERT(skipped == (size <= room));
    if (skipped) expected_head += size;
    RC_ASSERT(m.word(m.handle.size) == (skipped ? room - size : room));
  }
  void read(std::uint64_t part) {
    std::uint64_t& tail = m.word(m.aux.at.user_tail);
    tail += part % (expected_head - tail + 1);
  }
  void check() {
    m.word(m.aux.ring.at.data_tail) = m.word(m.aux.ring.at.head);
    const std::uint64_t wakeup = m.word(m.aux.at.aux_wakeup);
    RC_ASSERT(m.word(m.aux.at.aux_nest) == (open ? 1U : 0U));
    RC_ASSERT((m.word(m.handle.event) != 0) == open);
    RC_ASSERT(m.word(m.aux.at.aux_refcount) == (open ? 2U : 1U));
    RC_ASSERT(m.word(m.aux.at.aux_head) == expected_head);
    RC_ASSERT(m.word(m.aux.at.user_head) == expected_head);
    RC_ASSERT(wakeup <= expected_head);
    RC_ASSERT(wakeup % m.aux.watermark == 0U);
    RC_ASSERT(expected_head - wakeup < m.aux.watermark);
    if (open) RC_ASSERT(m.word(m.handle.wakeup) > m.word(m.handle.head));
  }

  AuxMachine m;
  std::uint64_t expected_head;
  bool open = false;
};

// Below 2^63: beyond that see docs/findings.md, V-02.
RC_GTEST_PROP(AuxTransactions, KeepTheirPromises, ()) {
  AuxMachineSetup setup = area_of(std::uint64_t{1} << *rc::gen::inRange(1, 9));
  setup.watermark = *rc::gen::inRange<std::uint64_t>(1, setup.aux_size + 1);
  setup.head = setup.tail = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 62U);
  setup.wakeup = setup.head - setup.head % setup.watermark;
  Transactions t(setup);
  const auto steps = *rc::gen::container<std::vector<std::pair<int, std::uint64_t>>>(
      rc::gen::pair(rc::gen::inRange(0, 4), rc::gen::inRange<std::uint64_t>(0, 600)));
  for (const auto& [kind, number] : steps) {
    if (kind == 0) t.begin();
    if (kind == 1) t.end(number);
    if (kind == 2) t.skip(number);
    if (kind == 3) t.read(number);
    t.check();
  }
}

constexpr std::uint64_t kFrame = 16;
constexpr std::uint64_t kStale = 0xee, kUntouched = 0xa5;

/// Byte `i` of the bounce buffer as the ETR left it. Neither stale nor untouched.
std::uint64_t trace_byte(std::uint64_t i) {
  return 1 + i % 100;
}

// A flat buffer of whole frames, not coherent, filled from its start: either not up to its end, or
// round and round.
RC_GTEST_PROP(EtrCopy, IsTheNewestThatFits, ()) {
  AuxMachineSetup setup = area_of(std::uint64_t{1} << *rc::gen::inRange(5, 9));
  const std::uint64_t frames = *rc::gen::inRange<std::uint64_t>(1, 33);
  const std::uint64_t size = frames * kFrame;
  setup.driver_words = EtrCells::kCount + 2 * size;
  AuxMachine m(setup);
  EtrBuf buf;
  buf.at = EtrCells::at(m.driver);
  buf.data.memory = {m.driver + EtrCells::kCount, size, 1};
  buf.data.view = {buf.data.memory.base + size, size, 1};
  for (std::uint64_t i = 0; i < size; ++i) {
    m.word(buf.data.memory.address(i)) = trace_byte(i);
    m.word(buf.data.view.address(i)) = kStale;
  }
  for (std::uint64_t i = 0; i < m.aux.size(); ++i) m.word(m.aux.area.address(i)) = kUntouched;
  const bool full = *rc::gen::arbitrary<bool>();
  const std::uint64_t at = *rc::gen::inRange<std::uint64_t>(0, frames) * kFrame;
  m.word(buf.at.rrp) = full ? at : 0;
  m.word(buf.at.rwp) = at;
  m.word(buf.at.status) = full ? kEtrFull : 0;
  m.word(buf.at.refcnt) = 1;
  m.word(buf.at.perf_buf) = buf.name;
  const std::uint64_t room = *rc::gen::inRange<std::uint64_t>(0, m.aux.size());
  const std::uint64_t head = *rc::gen::inRange<std::uint64_t>(0, 4 * m.aux.size());
  m.word(m.handle.size) = room;
  m.word(m.handle.head) = head;

  auto cpu = m.cpu();
  SettledUnit unit;
  const std::uint64_t copied = tmc_update_etr_buffer(cpu, unit, buf, 4, m.aux, m.handle);

  const std::uint64_t len = full ? size : at;
  const bool lost = full || len > room;
  RC_ASSERT(copied == (len > room ? room - room % kFrame : len));
  for (std::uint64_t i = 0; i < m.aux.size(); ++i) {
    const std::uint64_t byte = m.word(m.aux.area.address((head + i) % m.aux.size()));
    if (i >= copied)
      RC_ASSERT(byte == kUntouched);
    else if (lost && i < kFrame)
      RC_ASSERT(byte == barrier_packet_unit(i, 1));
    else
      RC_ASSERT(byte == trace_byte((at + size - copied + i) % size));
  }
  RC_ASSERT(m.word(m.handle.flags) == (lost ? kAuxTruncated : 0));
  RC_CLASSIFY(full && copied != 0 && head % m.aux.size() + copied > m.aux.size(), "both wraps");
}

}  // namespace
}  // namespace ringcheck
