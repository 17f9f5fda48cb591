#pragma once
// EtrBuf: the bounce buffer of a CoreSight TMC-ETR, and finding out what the ETR left in it.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_sync_etr_buf, tmc_etr_sync_flat_buf,
// tmc_etr_sync_sg_buf, tmc_sg_table_sync_data_range, tmc_pages_get_offset, tmc_etr_buf_get_data,
// tmc_etr_get_data_flat_buf, tmc_sg_table_get_data, tmc_etr_buf_insert_barrier_packet.
// coresight-catu.c catu_sync_etr_buf, catu_get_data_etr_buf. The tables are those of sg_table.hpp.
// Tested by tests/properties, against recorded answers.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/aux/observations.hpp"
#include "protocol/tmc/area_pages.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/tmc/dma_buffer.hpp"
#include "protocol/tmc/observations.hpp"

namespace ringcheck {

/// Addresses of the words of an ETR and of its buffer, consecutive from a base address.
/// Source: struct etr_buf, the registers RRP, RWP and STS, struct coresight_device.
struct EtrCells {
  std::uint64_t offset;    ///< etr_buf->offset: where the trace starts (bytes)
  std::uint64_t len;       ///< etr_buf->len: how much there is (bytes)
  std::uint64_t full;      ///< etr_buf->full: 1 if the ETR wrapped
  std::uint64_t rrp;       ///< read pointer: a device address
  std::uint64_t rwp;       ///< write pointer: a device address
  std::uint64_t status;    ///< kEtrFull, kEtrMemoryError
  std::uint64_t refcnt;    ///< tracers that use the sink
  std::uint64_t perf_buf;  ///< drvdata->perf_buf: name of the buffer that the ETR was given

  static constexpr std::array<std::string_view, 8> kNames = {
      "offset", "len", "full", "rrp", "rwp", "status", "refcnt", "perf_buf"};
  static constexpr std::uint64_t kCount = kNames.size();
  /// The layout from address `base` on.
  static constexpr EtrCells at(std::uint64_t base) {
    return {base, base + 1, base + 2, base + 3, base + 4, base + 5, base + 6, base + 7};
  }
};

/// Bits of the status register. Source: TMC_STS_FULL, TMC_STS_MEMERR.
inline constexpr std::uint64_t kEtrFull = 1U << 0U;
inline constexpr std::uint64_t kEtrMemoryError = 1U << 5U;

/// How the ETR addresses its buffer.
enum class EtrMode : std::uint8_t {
  flat,  ///< one run of device addresses
  sg,    ///< page by page, through a table
  catu,  ///< one run of addresses, which a CATU translates page by page
};

/// A bounce buffer: its place in memory and what does not change while it is used.
struct EtrBuf {
  EtrCells at{};
  DmaBuffer data{};
  EtrMode mode = EtrMode::flat;
  std::uint64_t name = 1;                   ///< serves as its address
  std::uint64_t hwaddr = 0;                 ///< device address of a flat or a CATU's buffer
  std::uint64_t page_size = 4096;           ///< of a scatter-gather one; bytes
  std::span<const std::uint64_t> daddrs{};  ///< device addresses of its pages
  /// Addresses of its pages for the CPU; empty: they lie one after the other in `data.view`.
  std::span<const std::uint64_t> vpages{};
  AreaPages aux_pages{};  ///< of the AUX area that is copied to
  /// handle->head when the sink was enabled; the driver no longer looks at it.
  std::uint64_t head_at_enable = 0;
  /// The mask for starts of trace is as wide as sizes are, unlike in Linux 6.1.
  bool wide_mask = false;
  /// Scattered pages are counted from the offset on, unlike in Linux 6.1, where only the length
  /// counts.
  bool counts_pages_from_offset = false;
  /// A memory error is reported as a loss, unlike in Linux 6.1 (docs/findings.md V-27).
  bool error_is_loss = false;
  /// What the CPU stored there is written back before the ETR is enabled, unlike in Linux 6.1
  /// (docs/findings.md V-36).
  bool is_written_back = false;
  DefectSet defects{};

  [[nodiscard]] constexpr std::uint64_t size() const { return data.size(); }
  /// Bytes of its pages, if it is scattered: less than its size, if that is not whole pages
  /// (docs/findings.md V-70).
  [[nodiscard]] constexpr std::uint64_t paged_bytes() const {
    return daddrs.empty() ? size() : std::min<std::uint64_t>(size(), daddrs.size() * page_size);
  }
  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

/// A barrier packet tells a decoder to start anew. Units: bytes. Source: coresight_barrier_pkt.
inline constexpr std::uint64_t kBarrierPacketBytes = 16;

/// Unit `i` of a barrier packet in units of `unit` bytes (1, 2, 4, 8, or 16, of which a word of
/// memory keeps the lower half): four words of 0x7fffffff, least significant byte first.
constexpr std::uint64_t barrier_packet_unit(std::uint64_t i, std::uint64_t unit) {
  constexpr std::uint64_t kTwoWords = 0x7fff'ffff'7fff'ffff;
  const std::uint64_t shifted = kTwoWords >> (8 * (i * unit % 8));
  return unit >= 8 ? shifted : shifted & ((std::uint64_t{1} << (8 * unit)) - 1);
}

/// Bytes that can be taken in one piece from `offset` on, at most `wanted`; 0 if there are none.
/// Source: tmc_etr_buf_get_data.
template <AuxCpu C>
typename C::Value etr_contiguous(C& cpu, const EtrBuf& buf, const typename C::Value& offset,
                                 const typename C::Value& wanted) {
  using Value = typename C::Value;
  const Value to_end = Value(buf.size()) - offset;
  const Value length = min_of(cpu, to_end, wanted);
  if (buf.mode == EtrMode::flat || buf.has(defect::kEtrPageSplitIgnored)) return length;
  if (!cpu.branch(offset < Value(buf.paged_bytes()))) return Value(0);
  return min_of(cpu, length, Value(buf.page_size) - offset % Value(buf.page_size));
}

/// The CPU's view of the buffer from `offset` to the end of its page. Source: page_address.
template <AuxCpu C>
ByteArea etr_view(C& cpu, const EtrBuf& buf, const typename C::Value& offset) {
  using Value = typename C::Value;
  ByteArea area = buf.data.view;
  const std::uint64_t words = buf.page_size / area.unit;
  for (std::uint64_t page = 0; page < buf.vpages.size(); ++page)
    if (cpu.branch(offset / Value(buf.page_size) == Value(page)))
      area.base = buf.vpages[page] - page * words;
  return area;
}

/// Writes a barrier packet at `offset`, if it fits there in one piece.
template <AuxCpu C>
void tmc_etr_buf_insert_barrier_packet(C& cpu, const EtrBuf& buf, const typename C::Value& offset) {
  using Value = typename C::Value;
  const Value length = etr_contiguous(cpu, buf, offset, Value(kBarrierPacketBytes));
  if (cpu.branch(length < Value(kBarrierPacketBytes))) {
    tell<said::Warned>(cpu, length);
    return;
  }
  const ByteArea view = etr_view(cpu, buf, offset);
  for (std::uint64_t i = 0; i < kBarrierPacketBytes / view.unit; ++i)
    cpu.store(view.address(offset + Value(i * view.unit)), barrier_packet_unit(i, view.unit));
  tell<said::BarrierPacket>(cpu, offset);
}

/// Before the ETR is enabled: whatever the CPU has stored in the buffer, such as barrier packets,
/// must not reach memory later than the ETR's writes.
template <AuxCpu C>
void give_to_etr(C& cpu, const EtrBuf& buf) {
  using Value = typename C::Value;
  if (buf.is_written_back) dma_sync_single_for_device(cpu, buf.data, Value(0), Value(buf.size()));
}

/// Takes over what lies between the two pointers of a flat buffer.
template <AuxCpu C>
void tmc_etr_sync_flat_buf(C& cpu, const EtrBuf& buf, const typename C::Value& rrp,
                           const typename C::Value& rwp, bool full) {
  using Value = typename C::Value;
  const Value offset = rrp - Value(buf.hwaddr);
  const Value len = full ? Value(buf.size()) : rwp - rrp;
  cpu.store(buf.at.offset, offset);
  cpu.store(buf.at.len, len);
  // Trace that goes around the end is taken for the whole buffer.
  if (cpu.branch(Value(buf.size()) < offset + len) && buf.has(defect::kEtrSyncsNotAround))
    dma_sync_single_for_cpu(cpu, buf.data, rrp, offset, Value(buf.size()) - offset);
  else if (cpu.branch(Value(buf.size()) < offset + len))
    dma_sync_single_for_cpu(cpu, buf.data, Value(buf.hwaddr), Value(0), Value(buf.size()));
  else
    dma_sync_single_for_cpu(cpu, buf.data, rrp, offset, len);
}

/// Where a pointer of a scatter-gather ETR points.
template <AuxCpu C>
struct EtrPosition {
  bool found = false;            ///< it lies in a page of the buffer
  typename C::Value offset = 0;  ///< bytes from the start of the buffer
};

/// The place of device address `address` in a scatter-gather buffer. Source: tmc_pages_get_offset.
template <AuxCpu C>
EtrPosition<C> etr_position(C& cpu, const EtrBuf& buf, const typename C::Value& address) {
  using Value = typename C::Value;
  for (std::uint64_t page = 0; page < buf.daddrs.size(); ++page) {
    const Value into = address - Value(buf.daddrs[page]);
    if (cpu.branch(into < Value(buf.page_size))) return {true, Value(page * buf.page_size) + into};
  }
  return {};
}

/// Syncs as many pages as `size` bytes fill, from the page of `offset` on.
template <AuxCpu C>
void tmc_sg_table_sync_data_range(C& cpu, const EtrBuf& buf, const typename C::Value& offset,
                                  const typename C::Value& size) {
  using Value = typename C::Value;
  const Value page_size = buf.page_size;
  const Value into = buf.counts_pages_from_offset ? offset % page_size : Value(0);
  const Value pages = (into + size + (page_size - Value(1))) / page_size;
  for (std::uint64_t i = 0; cpu.branch(Value(i) < pages); ++i) {
    Value index = offset / page_size + Value(i);
    if (!buf.has(defect::kEtrPagesNotAround)) index = index % Value(buf.daddrs.size());
    for (std::uint64_t page = 0; page < buf.daddrs.size(); ++page)
      if (cpu.branch(index == Value(page)))
        dma_sync_single_for_cpu(cpu, buf.data, Value(buf.daddrs[page]), Value(page * buf.page_size),
                                page_size);
  }
}

/// Takes over what lies between the two pointers of a scatter-gather buffer; nothing if one of them
/// points elsewhere.
template <AuxCpu C>
void tmc_etr_sync_sg_buf(C& cpu, const EtrBuf& buf, const typename C::Value& rrp,
                         const typename C::Value& rwp, bool full) {
  using Value = typename C::Value;
  const EtrPosition<C> read = etr_position(cpu, buf, rrp);
  const EtrPosition<C> write = etr_position(cpu, buf, rwp);
  if (!read.found || !write.found) {
    cpu.store(buf.at.len, 0);
    return;
  }
  const Value lap = cpu.branch(write.offset < read.offset) ? Value(buf.size()) : Value(0);
  const Value len = full ? Value(buf.size()) : lap + write.offset - read.offset;
  cpu.store(buf.at.offset, read.offset);
  cpu.store(buf.at.len, len);
  tmc_sg_table_sync_data_range(cpu, buf, read.offset, len);
}

/// Takes over what lies between the two pointers of a CATU's buffer, which are addresses that it
/// translates. Source: catu_sync_etr_buf.
template <AuxCpu C>
void catu_sync_etr_buf(C& cpu, const EtrBuf& buf, const typename C::Value& rrp,
                       const typename C::Value& rwp, bool full) {
  using Value = typename C::Value;
  const Value read = rrp - Value(buf.hwaddr), write = rwp - Value(buf.hwaddr);
  const Value lap = cpu.branch(write < read) ? Value(buf.size()) : Value(0);
  cpu.store(buf.at.len, full ? Value(buf.size()) : lap + write - read);
  cpu.store(buf.at.offset, read);
  tmc_sg_table_sync_data_range(cpu, buf, read, cpu.load(buf.at.len));
}

/// Finds out what a stopped ETR left in its buffer, and makes it visible to the CPU. After a memory
/// error that is nothing.
template <AuxCpu C>
void tmc_sync_etr_buf(C& cpu, const EtrBuf& buf) {
  using Value = typename C::Value;
  const Value rrp = cpu.read_once(buf.at.rrp);
  const Value rwp = cpu.read_once(buf.at.rwp);
  const Value status = cpu.read_once(buf.at.status);
  if (!buf.has(defect::kEtrErrorIgnored) &&
      cpu.branch(!((status & Value(kEtrMemoryError)) == Value(0)))) {
    tell<said::Warned>(cpu, status);
    cpu.store(buf.at.len, 0);
    cpu.store(buf.at.full, buf.error_is_loss ? 1 : 0);
    return;
  }
  const bool full = cpu.branch(!((status & Value(kEtrFull)) == Value(0)));
  cpu.store(buf.at.full, full ? 1 : 0);
  if (buf.mode == EtrMode::flat)
    tmc_etr_sync_flat_buf(cpu, buf, rrp, rwp, full);
  else if (buf.mode == EtrMode::catu && !buf.has(defect::kCatuPointersByPage))
    catu_sync_etr_buf(cpu, buf, rrp, rwp, full);
  else
    tmc_etr_sync_sg_buf(cpu, buf, rrp, rwp, full);
}

}  // namespace ringcheck
