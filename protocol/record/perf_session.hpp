#pragma once
// perf.data: what perf record keeps for a recording (struct record), the file's header before and
// after it, and the records that perf itself puts into each file.
//
// A file has a header, ids of events, attributes that say where their ids are, data, and sections
// of features after the data. Perf writes the header again when it finishes a file, since only then
// it knows how much data there is; a feature that cannot be written is left out.
//
// When perf goes on with another file, its data begins where that of the first did. Perf makes its
// own records about tasks, maps and units again, since a reader needs them.
//
// Source: tools/perf/builtin-record.c struct record, record__write, process_synthesized_event,
// record__synthesize, record__finish_output, record__switch_output; tools/perf/util/header.c
// perf_session__do_write_header, perf_header__adds_write, perf_session__read_header,
// perf_header__process_sections; tools/perf/util/data.c perf_data__switch. Deviations: offsets and
// sizes are words of 8 bytes; of an attribute type and config are represented, of synthesized
// records their types; pipes, directories and compression are left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "protocol/record/defects.hpp"

namespace ringcheck {

/// A file, as words.
using PerfDataFile = std::vector<std::uint64_t>;

/// First word of a file: "PERFILE2". Source: PERF_MAGIC.
inline constexpr std::uint64_t kPerfMagic = 0x32454c4946524550;
/// Words of the header and of an attribute.
inline constexpr std::uint64_t kFileHeaderWords = 8, kFileAttrWords = 4;

/// An event of perf's list.
struct SessionEvent {
  std::uint64_t type = 0, config = 0;
  std::vector<std::uint64_t> ids;  ///< of its descriptors

  friend bool operator==(const SessionEvent&, const SessionEvent&) = default;
};

/// Records that perf makes itself. Source: enum perf_user_event_type.
inline constexpr std::uint64_t kSynthIdIndex = 69, kSynthAuxtraceInfo = 70, kSynthThreadMap = 73,
                               kSynthCpuMap = 74, kSynthTimeConversion = 79, kSynthKernelMap = 1,
                               kSynthComm = 3;

/// How perf records.
struct SessionOptions {
  bool tail_synthesize = false;  ///< --tail-synthesize: records that perf makes come last
  bool full_auxtrace = false;    ///< there is an AUX event: recording_options has set it
  std::uint64_t features = 0;    ///< a bit for each feature
  std::uint64_t unwritable = 0;  ///< of these, those that cannot be written
  DefectSet defects{};
};

/// A recording. Source: struct record.
class RecordSession {
 public:
  RecordSession(std::vector<SessionEvent> evlist, const SessionOptions& options)
      : evlist_(std::move(evlist)), options_(options), features_(options.features) {
    write_header(false);
    synthesize(false);
  }
  /// Data that perf has read from a ring. Source: record__write.
  void write(std::span<const std::uint64_t> words) {
    put(words);
    bytes_written_ += words.size();
  }
  /// Finishes the file and goes on with another one; returns it. Source: record__switch_output.
  PerfDataFile switch_output() {
    PerfDataFile done = finish();
    file_.assign(data_offset_, 0);
    position_ = data_offset_;
    bytes_written_ = 0;
    if (!options_.defects.has(defect::kDataSizeCarried)) data_size_ = 0;
    if (!options_.defects.has(defect::kSynthesizedOnce)) synthesize(false);
    return done;
  }
  /// Finishes the file. Source: record__finish_output.
  PerfDataFile finish() {
    synthesize(true);
    data_size_ += bytes_written_;
    write_header(true);
    return file_;
  }

 private:
  void put(std::span<const std::uint64_t> words) {
    for (const std::uint64_t word : words) put(word);
  }
  void put(std::uint64_t word) {
    if (position_ >= file_.size()) file_.resize(position_ + 1);
    file_[position_++] = word;
  }
  /// Source: process_synthesized_event.
  void make(std::uint64_t type) {
    put(type | std::uint64_t{8} << 48U);
    if (!options_.defects.has(defect::kSynthesizedNotCounted)) ++bytes_written_;
  }
  /// Source: record__synthesize.
  void synthesize(bool tail) {
    if (options_.tail_synthesize != tail) return;
    make(kSynthTimeConversion);
    // The decoder's information comes after the index of ids, by which its records are queued.
    const bool late = options_.defects.has(defect::kInfoBeforeIndex);
    if (late && options_.full_auxtrace) make(kSynthAuxtraceInfo);
    make(kSynthIdIndex);
    if (!late && options_.full_auxtrace) make(kSynthAuxtraceInfo);
    make(kSynthKernelMap);
    make(kSynthThreadMap);
    make(kSynthCpuMap);
    make(kSynthComm);
  }
  /// Source: perf_session__do_write_header.
  void write_header(bool at_exit) {
    position_ = kFileHeaderWords;
    std::vector<std::uint64_t> id_offsets;
    for (const SessionEvent& event : evlist_) {
      const bool first = options_.defects.has(defect::kIdsOfFirstEvent) && !id_offsets.empty();
      id_offsets.push_back(first ? id_offsets.front() : position_);
      put(event.ids);
    }
    const std::uint64_t attrs = position_;
    for (std::size_t i = 0; i < evlist_.size(); ++i) {
      const SessionEvent& event = evlist_[i];
      for (const std::uint64_t word : {event.type, event.config, id_offsets[i], event.ids.size()})
        put(word);
    }
    if (data_offset_ == 0) data_offset_ = position_;
    if (at_exit) write_features(data_offset_ + data_size_);
    position_ = 0;
    const std::uint64_t size = evlist_.size() * kFileAttrWords;
    for (const std::uint64_t word : {kPerfMagic, kFileHeaderWords, kFileAttrWords, attrs, size,
                                     data_offset_, data_size_, features_})
      put(word);
    position_ = data_offset_ + data_size_;
  }
  /// A table of sections, and the sections. Source: perf_header__adds_write.
  void write_features(std::uint64_t start) {
    const auto sections = static_cast<std::uint64_t>(std::popcount(features_));
    std::vector<std::uint64_t> table;
    position_ = start + 2 * sections;
    for (std::uint64_t bit = 0; bit < 64; ++bit) {
      if ((features_ >> bit & 1U) == 0) continue;
      if ((options_.unwritable >> bit & 1U) != 0) {
        if (!options_.defects.has(defect::kFeatureBitKept)) features_ -= std::uint64_t{1} << bit;
        continue;
      }
      table.push_back(position_);
      table.push_back(2);
      put(0xfea7'0000 + bit);
      put(bit);
    }
    table.resize(2 * sections);
    position_ = start;
    put(table);
  }

  std::vector<SessionEvent> evlist_;
  SessionOptions options_;
  std::uint64_t features_;
  PerfDataFile file_;
  std::uint64_t position_ = 0;
  std::uint64_t data_offset_ = 0, data_size_ = 0;  ///< session->header
  std::uint64_t bytes_written_ = 0;
};

/// A file as a reader has it.
struct ReadSession {
  std::vector<SessionEvent> events;
  std::vector<std::uint64_t> data;
  std::vector<std::uint64_t> features;  ///< those that are there, in order
};

/// Reads a file; none if it is not a perf file, or points beyond its end.
/// Source: perf_session__read_header, perf_header__process_sections.
inline std::optional<ReadSession> read_session(const PerfDataFile& file) {
  ReadSession read;
  const auto has = [&](std::uint64_t offset, std::uint64_t size) {
    return offset <= file.size() && size <= file.size() - offset;
  };
  if (!has(0, kFileHeaderWords) || file[0] != kPerfMagic || file[2] == 0) return std::nullopt;
  const std::uint64_t attrs = file[3], count = file[4] / file[2], data = file[5], size = file[6];
  if (!has(attrs, file[4]) || !has(data, size)) return std::nullopt;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t* attr = &file[attrs + i * kFileAttrWords];
    if (!has(attr[2], attr[3])) return std::nullopt;
    const auto ids = file.begin() + static_cast<long>(attr[2]);
    read.events.push_back({attr[0], attr[1], {ids, ids + static_cast<long>(attr[3])}});
  }
  const auto from = file.begin() + static_cast<long>(data);
  read.data.assign(from, from + static_cast<long>(size));
  std::uint64_t section = data + size;
  for (std::uint64_t bit = 0; bit < 64; ++bit) {
    if ((file[7] >> bit & 1U) == 0) continue;
    if (!has(section, 2) || !has(file[section], file[section + 1])) return std::nullopt;
    if (file[section + 1] == 0) return std::nullopt;
    read.features.push_back(file[file[section] + 1]);
    section += 2;
  }
  return read;
}

}  // namespace ringcheck
