#pragma once
// A sample with all its fields, and the size that its header tells.
//
// The bytes of a field are counted here and written elsewhere (perf_sample_output.hpp); both must
// agree. The size of a record has 16 bits. Fields with no limit of their own count in full. Only
// the stack of user space and AUX trace are cut, to keep the sample below 64 KiB. The stack is cut
// by what was counted before it, though registers of interrupts come after it.
//
// Source: kernel/events/core.c __perf_event_header_size, perf_event__id_header_size,
// perf_prepare_sample, perf_sample_ustack_size. Deviations: PERF_SAMPLE_READ is of one event; a
// group's is in group_read.hpp; what memory access and transaction fields mean is not represented:
// they are words.
// Tested by tests/properties/aux/aux_mutants_test.cpp and
// tests/protocol/record/perf_sample_test.cpp.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/record/defects.hpp"
#include "protocol/ring/perf_event.hpp"

namespace ringcheck {

/// More bits of attr.sample_type. Source: enum perf_event_sample_format.
inline constexpr std::uint64_t kSampleRead = 1U << 4U;
inline constexpr std::uint64_t kSampleCallchain = 1U << 5U;
inline constexpr std::uint64_t kSampleRaw = 1U << 10U;
inline constexpr std::uint64_t kSampleBranchStack = 1U << 11U;
inline constexpr std::uint64_t kSampleRegsUser = 1U << 12U;
inline constexpr std::uint64_t kSampleStackUser = 1U << 13U;
inline constexpr std::uint64_t kSampleWeight = 1U << 14U;
inline constexpr std::uint64_t kSampleDataSrc = 1U << 15U;
inline constexpr std::uint64_t kSampleTransaction = 1U << 17U;
inline constexpr std::uint64_t kSampleRegsIntr = 1U << 18U;
inline constexpr std::uint64_t kSamplePhysAddr = 1U << 19U;
inline constexpr std::uint64_t kSampleAux = 1U << 20U;
inline constexpr std::uint64_t kSampleCgroup = 1U << 21U;
inline constexpr std::uint64_t kSampleDataPageSize = 1U << 22U;
inline constexpr std::uint64_t kSampleCodePageSize = 1U << 23U;

/// Fields in the order in which a sample has them.
inline constexpr std::array<std::uint64_t, 24> kSampleFields = {
    kSampleIdentifier, kSampleIp,           kSampleTid,          kSampleTime,     kSampleAddr,
    kSampleId,         kSampleStreamId,     kSampleCpu,          kSamplePeriod,   kSampleRead,
    kSampleCallchain,  kSampleRaw,          kSampleBranchStack,  kSampleRegsUser, kSampleStackUser,
    kSampleWeight,     kSampleDataSrc,      kSampleTransaction,  kSampleRegsIntr, kSamplePhysAddr,
    kSampleCgroup,     kSampleDataPageSize, kSampleCodePageSize, kSampleAux};

/// What attr says about the sample's fields.
struct SampleAttr {
  std::uint64_t sample_type = 0;
  std::uint64_t regs = 0;        ///< sample_regs_user, sample_regs_intr: a bit for each register
  std::uint16_t stack_user = 0;  ///< sample_stack_user: bytes, a multiple of 8 below 65535
  std::uint32_t aux_sample_size = 0;  ///< bytes
  [[nodiscard]] bool has(std::uint64_t field) const { return (sample_type & field) != 0; }
};

/// What there is to sample. Lists are as long as they come.
struct SampleData {
  std::array<std::uint64_t, 24> words{};  ///< of fields of one word, in the order of kSampleFields
  std::vector<std::uint64_t> callchain;
  std::optional<std::vector<std::uint8_t>> raw;  ///< none: the source has none
  std::vector<std::uint64_t> branches;           ///< three words each
  /// The place of the newest branch in the hardware (PERF_SAMPLE_BRANCH_HW_INDEX); none: not asked
  /// for, or no branches are given.
  std::optional<std::uint64_t> branch_index;
  std::vector<std::uint64_t> branch_counters;       ///< a word each, or none at all
  std::vector<std::uint64_t> regs_user, regs_intr;  ///< a word per mask bit; empty: none
  bool user_regs = true;  ///< regs_user.regs: the task has some, whether or not they are sampled
  std::uint64_t user_stack =
      0;  ///< bytes between the stack pointer and the end of the address space
  std::uint64_t stack_mapped = 0;  ///< how many of these can be read
  std::vector<std::uint64_t> aux;  ///< the words of trace to sample

  friend bool operator==(const SampleData&, const SampleData&) = default;
};

/// What perf_prepare_sample works out.
struct PreparedSample {
  std::uint16_t size = 0;        ///< header.size
  std::uint16_t stack_size = 0;  ///< data->stack_user_size
  bool stack_ends = false;       ///< a word after the stack tells how much was dumped
  std::uint64_t aux_size = 0;    ///< data->aux_size
};

/// True iff the field is a single word.
constexpr bool is_one_word(std::uint64_t field) {
  return (field & (kSampleCallchain | kSampleRaw | kSampleBranchStack | kSampleRegsUser |
                   kSampleStackUser | kSampleRegsIntr | kSampleAux)) == 0;
}

/// How much of the user's stack is dumped, after `header_size` bytes of sample. Units: bytes.
/// Source: perf_sample_ustack_size.
inline std::uint16_t sample_ustack_size(std::uint16_t stack_size, std::uint16_t header_size,
                                        const SampleData& data) {
  if (!data.user_regs) return 0;
  const std::uint64_t task_size = std::min<std::uint64_t>(UINT16_MAX, data.user_stack);
  stack_size = std::min(stack_size, static_cast<std::uint16_t>(task_size));
  header_size = static_cast<std::uint16_t>(header_size + 2 * kWordBytes);
  if (static_cast<std::uint16_t>(header_size + stack_size) < header_size)
    stack_size = static_cast<std::uint16_t>(
        (UINT16_MAX - header_size - kWordBytes + kWordBytes - 1) / kWordBytes * kWordBytes);
  return stack_size;
}

/// Bytes of raw data with its size and padding.
constexpr std::uint64_t raw_bytes(std::uint64_t data) {
  return (data + sizeof(std::uint32_t) + kWordBytes - 1) / kWordBytes * kWordBytes;
}

/// Bytes of a branch stack after its count.
inline std::uint64_t branch_bytes(const SampleData& data) {
  return ((data.branch_index ? 1 : 0) + data.branches.size() + data.branch_counters.size()) *
         kWordBytes;
}

/// When a sample whose source gives no address has 0 for one.
enum class NoAddress : std::uint8_t {
  cleared_if_sampled,  ///< Linux 6.1: only if the address itself is sampled
  cleared_if_used,     ///< Linux 6.12, a repair: also if something is worked out from it
};

/// The address of a sample, by which its page's size and its physical address are looked up.
/// `given`: the source's, if it gives one; `stray`: what is where the sample is put together.
/// Source: perf_sample_data_init, perf_prepare_sample.
constexpr std::uint64_t sample_address(std::uint64_t sample_type,
                                       std::optional<std::uint64_t> given, std::uint64_t stray,
                                       NoAddress no_address) {
  std::uint64_t clears = kSampleAddr;
  if (no_address == NoAddress::cleared_if_used) clears |= kSamplePhysAddr | kSampleDataPageSize;
  return given.value_or((sample_type & clears) != 0 ? 0 : stray);
}

/// How samples are counted.
enum class SampleSizes : std::uint8_t {
  as_counted,  ///< Linux 6.1
  /// A repair: fields are cut so that the sample fits, the stack after all others; after a stack of
  /// no bytes nothing is written.
  limited,
};

/// Bytes of a sample without the fields that are cut to fit, however many.
inline std::uint64_t uncut_bytes(const SampleAttr& attr, const SampleData& data) {
  const auto words = static_cast<std::uint64_t>(
      std::ranges::count_if(kSampleFields, [&](std::uint64_t field) { return attr.has(field); }));
  std::uint64_t bytes = (1 + words) * kWordBytes;
  if (attr.has(kSampleStackUser)) bytes += kWordBytes;
  if (attr.has(kSampleCallchain)) bytes += data.callchain.size() * kWordBytes;
  if (attr.has(kSampleRaw) && data.raw) bytes += raw_bytes(data.raw->size()) - kWordBytes;
  if (attr.has(kSampleBranchStack)) bytes += branch_bytes(data);
  if (attr.has(kSampleRegsUser)) bytes += data.regs_user.size() * kWordBytes;
  if (attr.has(kSampleRegsIntr)) bytes += data.regs_intr.size() * kWordBytes;
  return bytes;
}

/// `data` with raw data, and then the callchain, cut so that the sample fits a record.
inline SampleData cut_to_record(const SampleAttr& attr, SampleData data) {
  if (attr.has(kSampleRaw) && data.raw && uncut_bytes(attr, data) > kMaxRecordBytes) data.raw = {};
  const std::uint64_t bytes = uncut_bytes(attr, data);
  if (bytes > kMaxRecordBytes) {
    const std::uint64_t over = (bytes - kMaxRecordBytes + kWordBytes - 1) / kWordBytes;
    data.callchain.resize(data.callchain.size() -
                          std::min<std::uint64_t>(data.callchain.size(), over));
  }
  return data;
}

/// Counts a sample. Source: perf_prepare_sample.
inline PreparedSample prepare_sample(const SampleAttr& attr, const SampleData& data,
                                     SampleSizes sizes, DefectSet defects) {
  PreparedSample prepared;
  std::uint16_t& size = prepared.size;
  const auto add = [&](std::uint64_t bytes) { size = static_cast<std::uint16_t>(size + bytes); };
  const bool limited = sizes == SampleSizes::limited;
  const auto regs = [&](const std::vector<std::uint64_t>& list) {
    return kWordBytes + (list.empty() ? 0 : std::popcount(attr.regs) * kWordBytes);
  };
  add(kWordBytes);
  for (const std::uint64_t field : kSampleFields)
    if (attr.has(field) && is_one_word(field)) add(kWordBytes);
  if (attr.has(kSampleCallchain)) add((1 + data.callchain.size()) * kWordBytes);
  if (attr.has(kSampleRaw) && defects.has(defect::kRawNotPadded) && data.raw)
    add((data.raw->size() + 4) / kWordBytes * kWordBytes);
  else if (attr.has(kSampleRaw))
    add(data.raw ? raw_bytes(data.raw->size()) : kWordBytes);
  if (attr.has(kSampleBranchStack)) add(kWordBytes + branch_bytes(data));
  if (attr.has(kSampleRegsUser)) add(regs(data.regs_user));
  if (limited && attr.has(kSampleRegsIntr)) add(regs(data.regs_intr));
  if (attr.has(kSampleStackUser)) {
    prepared.stack_size = sample_ustack_size(attr.stack_user, size, data);
    if (defects.has(defect::kStackNotCut))
      prepared.stack_size = std::min<std::uint16_t>(
          attr.stack_user,
          static_cast<std::uint16_t>(std::min<std::uint64_t>(UINT16_MAX, data.user_stack)));
    const std::uint64_t before = size + (attr.has(kSampleAux) ? 3 : 2) * kWordBytes;
    if (limited && before + prepared.stack_size > kMaxRecordBytes)
      prepared.stack_size = static_cast<std::uint16_t>(kMaxRecordBytes - before);
    add(kWordBytes + (prepared.stack_size != 0 ? kWordBytes + prepared.stack_size : 0));
    prepared.stack_ends = limited ? prepared.stack_size != 0 : data.user_regs;
  }
  if (!limited && attr.has(kSampleRegsIntr)) add(regs(data.regs_intr));
  if (attr.has(kSampleAux)) {
    add(kWordBytes);
    const std::uint64_t room = std::uint64_t{UINT16_MAX} - size;
    prepared.aux_size =
        std::min({defects.has(defect::kAuxSampleNotCut) ? UINT64_MAX : room,
                  std::uint64_t{attr.aux_sample_size}, data.aux.size() * kWordBytes}) /
        kWordBytes * kWordBytes;
    add(prepared.aux_size);
  }
  return prepared;
}

}  // namespace ringcheck
