#pragma once
// The buffer of Intel BTS: physical pieces of the AUX area, which the unit fills one after the
// other with records of 24 bytes.
//
// Source: arch/x86/events/intel/bts.c bts_buffer_setup_aux, bts_config_buffer, bts_buffer_pad_out,
// bts_update, bts_buffer_reset.
// Tested by tests/properties, against recorded answers.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "protocol/aux/aux_order.hpp"
#include "protocol/aux/aux_output.hpp"
#include "protocol/bts/defects.hpp"
#include "protocol/bts/sites.hpp"

namespace ringcheck {

/// Units: bytes. Source: BTS_RECORD_SIZE, BTS_SAFETY_MARGIN.
inline constexpr std::uint64_t kBtsRecordBytes = 24;
inline constexpr std::uint64_t kBtsSafetyMargin = 4080;

/// Addresses of the words of BTS and its driver on one CPU, consecutive from a base address.
/// Source: struct bts_ctx, struct bts_buffer, struct debug_store.
struct BtsCells {
  std::uint64_t state;      ///< bts->state: a BtsState
  std::uint64_t cur_buf;    ///< number of the piece in use
  std::uint64_t data_size;  ///< written and not yet reported (bytes); in snapshot mode the head
  std::uint64_t head;       ///< offset in the area up to which the driver looked (bytes)
  std::uint64_t end;        ///< offset in the area up to which the unit may write (bytes)
  std::uint64_t enabled;    ///< bts.control while branches are stored, and 0 otherwise
  // The unit's registers; places are offsets in the area.
  std::uint64_t base, index, maximum, threshold;
  std::uint64_t back_base, back_maximum, back_threshold;  ///< bts->ds_back

  static constexpr std::uint64_t kCount = 13;
  /// The layout from address `b` on.
  static constexpr BtsCells at(std::uint64_t b) {
    return {b,     b + 1, b + 2, b + 3,  b + 4,  b + 5, b + 6,
            b + 7, b + 8, b + 9, b + 10, b + 11, b + 12};
  }
};

/// bts->state.
enum class BtsState : std::uint8_t {
  stopped,   ///< no transaction is open
  inactive,  ///< a transaction is open, branches are not stored
  active,    ///< a transaction is open, branches are stored
};

constexpr std::uint64_t state_number(BtsState state) {
  return static_cast<std::uint64_t>(state);
}

/// Whose branches an event asks for. Source: struct perf_event_attr.
struct BtsAttr {
  bool exclude_kernel = false;
  bool exclude_user = false;
};

/// The bits of IA32_DEBUGCTL that let the unit store branches: of whom, and whether it interrupts
/// at the threshold; a snapshot goes round. Source: __bts_event_start, arch/x86/events/intel/ds.c
/// intel_pmu_enable_bts.
constexpr std::uint64_t bts_control(const BtsAttr& attr, bool snapshot) {
  constexpr std::uint64_t kTr = 1U << 6U, kBts = 1U << 7U, kInterrupts = 1U << 8U;
  constexpr std::uint64_t kOffInKernel = 1U << 9U, kOffInUser = 1U << 10U;
  return kTr | kBts | (snapshot ? 0 : kInterrupts) | (attr.exclude_kernel ? kOffInKernel : 0) |
         (attr.exclude_user ? kOffInUser : 0);
}

/// A physically contiguous piece of the area. Units: bytes.
struct BtsPhys {
  std::uint64_t offset = 0;        ///< in the area
  std::uint64_t displacement = 0;  ///< the rest of the previous piece's last record
  std::uint64_t size = 0;          ///< of its whole records
  std::uint64_t bytes = 0;         ///< of all of it

  [[nodiscard]] constexpr std::uint64_t start() const { return offset + displacement; }
};

/// A page of the AUX area, as its struct page describes it.
struct BtsPage {
  std::uint64_t private_field = 0;  ///< page_private: the order of the piece that it starts
  bool has_private = false;         ///< PagePrivate: the field above says so
};

/// Pages of each piece. Source: bts_buffer_setup_aux, buf_nr_pages.
inline std::vector<std::uint64_t> bts_piece_pages(const std::vector<BtsPage>& pages,
                                                  DefectSet defects = {}) {
  std::vector<std::uint64_t> counts;
  for (std::size_t page = 0; page < pages.size(); page += counts.back()) {
    const bool told = pages[page].has_private || defects.has(defect::kBtsPrivateOfAnyPage);
    counts.push_back(told ? std::uint64_t{1} << pages[page].private_field : 1);
  }
  return counts;
}

/// Pieces of these numbers of pages, as bts_buffer_setup_aux cuts them up.
inline std::vector<BtsPhys> make_bts_pieces(const std::vector<std::uint64_t>& pages,
                                            std::uint64_t page_size) {
  std::vector<BtsPhys> pieces;
  std::uint64_t offset = 0;
  std::uint64_t pad = 0;
  for (const std::uint64_t count : pages) {
    BtsPhys piece;
    piece.offset = offset;
    piece.bytes = count * page_size;
    piece.displacement = pad == 0 ? 0 : kBtsRecordBytes - pad;
    pad = (piece.bytes - piece.displacement) % kBtsRecordBytes;
    piece.size = piece.bytes - piece.displacement - pad;
    offset += piece.bytes;
    pieces.push_back(piece);
  }
  return pieces;
}

/// BTS, its driver's state and the AUX area that it writes to.
struct BtsUnit {
  BtsCells at{};
  AuxBuffer aux{};
  AuxHandle handle{};
  std::vector<BtsPhys> pieces;       ///< one in snapshot mode
  std::uint64_t control = 1;         ///< what `enabled` becomes (bts_control)
  bool taken = false;                ///< a counter has BTS, by its other name
  bool active_after_enable = false;  ///< the state becomes active after enabling; Linux 6.1: before
  bool interrupt_updates_snapshot = false;  ///< the interrupt finds out how far a snapshot has
                                            ///< come; Linux 6.1: only stopping does

  [[nodiscard]] std::uint64_t size() const { return aux.size(); }
  [[nodiscard]] bool snapshot() const { return aux.overwrite; }
};

/// Number of the piece in use.
template <AuxCpu C>
std::size_t bts_current(C& cpu, const BtsUnit& bts) {
  using Value = typename C::Value;
  const Value current = cpu.load(bts.at.cur_buf);
  std::size_t piece = 0;
  while (piece + 1 < bts.pieces.size() && !cpu.branch(current == Value(piece))) ++piece;
  return piece;
}

/// Programs the unit: where it writes, where it stops, and where it interrupts.
template <AuxCpu C>
void bts_config_buffer(C& cpu, const BtsUnit& bts) {
  using Value = typename C::Value;
  const BtsPhys& phys = bts.pieces[bts_current(cpu, bts)];
  const Value base = phys.start();
  Value index = cpu.local_read(bts.at.head);
  Value end = phys.size;
  Value threshold = end + Value(kBtsRecordBytes);
  if (!bts.snapshot()) {
    const Value limit = cpu.load(bts.at.end);
    if (cpu.branch(limit < Value(phys.offset + phys.bytes))) end = limit - base;
    index = index - base;
    threshold = end;
    if (cpu.branch(Value(kBtsSafetyMargin) < end - index))
      threshold = end - Value(kBtsSafetyMargin);
    else if (cpu.branch(Value(kBtsRecordBytes) < end - index))
      threshold = end - Value(kBtsRecordBytes);
  }
  cpu.store(bts.at.base, base);
  cpu.store(bts.at.index, base + index);
  cpu.store(bts.at.maximum, base + end);
  cpu.store(bts.at.threshold, base + threshold);
}

/// Adds up what was stored since the last time; in snapshot mode, notes where the head is.
/// Pre: branches are not stored.
template <AuxCpu C>
void bts_update(C& cpu, const BtsUnit& bts) {
  using Value = typename C::Value;
  const Value index = cpu.load(bts.at.index);
  const Value base = cpu.load(bts.at.base);
  if (!cpu.branch(perf_get_aux(cpu, bts.handle))) return;
  const Value head = index - base + Value(bts.pieces[bts_current(cpu, bts)].start());
  const Value old = cpu.local_xchg(bts.at.head, head);
  if (bts.snapshot()) {
    cpu.local_set(bts.at.data_size, head);
  } else {
    if (cpu.branch(old == head)) return;
    if (!cpu.branch(index < cpu.load(bts.at.maximum)))
      perf_aux_output_flag(cpu, bts.handle, Value(kAuxTruncated));
    cpu.local_add(head - old, bts.at.data_size);
  }
  fence_at(cpu, bts.aux.plan, site::kBtsB);
}

/// `space`, rounded down to whole records.
template <AuxCpu C>
typename C::Value whole_records(const typename C::Value& space) {
  return space - space % typename C::Value(kBtsRecordBytes);
}

/// Moves on to the next piece if that has more space than `space`; pads and skips the rest of this
/// one. Returns the space after that. `pad`: bytes to the end of this piece's records.
template <AuxCpu C>
typename C::Value bts_try_next(C& cpu, const BtsUnit& bts, typename C::Value& head,
                               const typename C::Value& space, const typename C::Value& pad) {
  using Value = typename C::Value;
  const std::size_t current = bts_current(cpu, bts);
  const BtsPhys& phys = bts.pieces[current];
  const std::size_t next = current + 1 == bts.pieces.size() ? 0 : current + 1;
  const BtsPhys& next_phys = bts.pieces[next];
  const Value room = cpu.load(bts.handle.size);
  const std::uint64_t gap = phys.bytes - phys.displacement - phys.size + next_phys.displacement;
  const Value skip = pad + Value(gap);
  if (cpu.branch(room < skip)) return space;
  Value next_space = next_phys.size;
  if (cpu.branch(room < next_space + skip)) next_space = whole_records<C>(room - skip);
  if (!cpu.branch(space < next_space) && !cpu.branch(space == Value(0))) return space;
  if (cpu.branch(!(pad == Value(0))))
    pad_bytes(cpu, bts.aux.area, head, Value(phys.size) - (head - Value(phys.offset)));
  perf_aux_output_skip(cpu, bts.aux, bts.handle, skip);
  head = Value(next_phys.start());
  cpu.store(bts.at.cur_buf, next);
  cpu.local_set(bts.at.head, head);
  return next_space;
}

/// Finds the space for the open transaction: in this piece or the next, and not far beyond the next
/// wakeup. False if there is no space for a record.
template <AuxCpu C>
bool bts_buffer_reset(C& cpu, const BtsUnit& bts) {
  using Value = typename C::Value;
  if (bts.snapshot()) return true;
  Value head = cpu.load(bts.handle.head) & Value(bts.size() - 1);
  const BtsPhys& phys = bts.pieces[bts_current(cpu, bts)];
  const Value pad = Value(phys.start() + phys.size) - head;
  const Value room = cpu.load(bts.handle.size);
  Value space = cpu.branch(room < pad) ? whole_records<C>(room) : pad;
  if (!cpu.branch(Value(kBtsSafetyMargin) < space))
    space = bts_try_next(cpu, bts, head, space, pad);
  const Value wakeup = Value(kBtsSafetyMargin + kBtsRecordBytes) + cpu.load(bts.handle.wakeup) -
                       cpu.load(bts.handle.head);
  if (cpu.branch(wakeup < space)) space = whole_records<C>(wakeup);
  cpu.store(bts.at.end, head + space);
  return !cpu.branch(space == Value(0));
}

}  // namespace ringcheck
