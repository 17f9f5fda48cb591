#pragma once
// Who uses a TMC-ETF or TMC-ETB beside perf: sysfs and whoever reads the file, with the driver's
// own buffer, which sysfs has the trace copied to; and paths that go through an ETF to another
// sink.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etf.c tmc_enable_etf_sink_sysfs,
// tmc_read_prepare_etb, tmc_read_unprepare_etb, tmc_enable_etf_link, tmc_disable_etf_link,
// tmc_etb_get_sysfs_trace; coresight-tmc-core.c tmc_read; coresight-etb10.c etb_read.
// Deviations: the spinlock is where steps of this are not interrupted.
// Tested by `ringcheck kernel --area etf`, `--area etb` and
// tests/kernel/etf_specification_test.cpp.

#include <algorithm>
#include <vector>

#include "protocol/core/error_number.hpp"
#include "protocol/tmc/etb_enable.hpp"
#include "protocol/tmc/observations.hpp"

namespace ringcheck {

/// drvdata->buf, and whether a file that reads it is open.
struct EtfFile {
  std::vector<std::uint32_t> words{};  ///< of the buffer, as many as the sink has
  bool there = false;                  ///< drvdata->buf is not null
  bool freed = false;                  ///< ... and leads to memory that was freed
  std::uint64_t bytes = 0;             ///< drvdata->len: of the trace in it
  bool reading = false;                ///< drvdata->reading
};

/// The buffer is cleared.
template <AuxCpu C>
void clear_buffer(C& cpu, EtfFile& file) {
  if (file.freed) tell<said::FreedUsed>(cpu);
  std::ranges::fill(file.words, 0U);
}

/// sysfs starts to use the sink. Returns 0 or an error number; `has_memory`: a buffer can be had.
/// One that was allocated for a sink that cannot be had is freed, and drvdata->buf still leads to
/// it.
template <AuxCpu C, class Hardware>
int tmc_enable_etf_sink_sysfs(C& cpu, const Etb& users, EtfFile& file, bool has_memory,
                              const Hardware& hardware) {
  using Value = typename C::Value;
  if (!file.there && !has_memory) return kNoMemory;
  if (file.reading) return kBusy;
  if (!cpu.branch(cpu.load(users.at.mode) == Value(kSinkSysfs))) {
    const bool allocates = !file.there;
    clear_buffer(cpu, file);
    file.there = true;
    // Whoever else has the sink has claimed it.
    if (!hardware.claim(cpu, users.at.claim) || !program_claimed(cpu, hardware, users)) {
      file.freed = allocates;
      return kBusy;
    }
    cpu.store(users.at.mode, kSinkSysfs);
  }
  cpu.store(users.at.refcnt, cpu.load(users.at.refcnt) + Value(1));
  return 0;
}

/// The file is opened: a sink that sysfs has stops. Returns 0 or an error number.
template <AuxCpu C, class Hardware>
int tmc_read_prepare_etb(C& cpu, const Etb& users, EtfFile& file, const Hardware& hardware) {
  using Value = typename C::Value;
  if (file.reading) return kBusy;
  const Value mode = cpu.load(users.at.mode);
  if (cpu.branch(mode == Value(kSinkPerf)) || !file.there) return kInvalid;
  if (cpu.branch(mode == Value(kSinkSysfs))) {
    if (!hardware.is_circular(cpu)) return kInvalid;
    hardware.disable(cpu);
  }
  file.reading = true;
  return 0;
}

/// The file is closed: a sink that sysfs has goes on, and otherwise the buffer is freed. Returns 0,
/// or an error number where the sink does not come to rest: then it stays as if the file were open.
template <AuxCpu C, class Hardware>
int tmc_read_unprepare_etb(C& cpu, const Etb& users, EtfFile& file, const Hardware& hardware) {
  using Value = typename C::Value;
  if (cpu.branch(cpu.load(users.at.mode) == Value(kSinkSysfs))) {
    if (!hardware.is_circular(cpu)) return kInvalid;
    clear_buffer(cpu, file);
    if (!hardware.program(cpu)) return kBusy;
  } else {
    if (file.freed) tell<said::FreedUsed>(cpu);
    file.there = false;
  }
  file.reading = false;
  return 0;
}

inline constexpr int kBadAddress = -14;  ///< -EFAULT

/// What who reads the file gets: bytes of the driver's buffer, or an error number.
struct EtfRead {
  std::int64_t result = 0;
  std::uint64_t from = 0;  ///< of the first byte in the buffer
};

/// The next bytes of the file from `position` on, which moves on, and no more than `wanted`.
/// Source: tmc_read, tmc_etb_get_sysfs_trace.
template <AuxCpu C>
EtfRead tmc_read(C& cpu, const EtfFile& file, std::uint64_t& position, std::uint64_t wanted) {
  if (position >= file.bytes) return {};
  const std::uint64_t bytes = std::min(wanted, file.bytes - position);
  if (file.freed && bytes != 0) tell<said::FreedUsed>(cpu);
  const std::uint64_t from = position;
  position += bytes;
  return {static_cast<std::int64_t>(bytes), from};
}

/// The same of an ETB10's file, all of whose memory is read: `file.words`. Each read has the sink
/// dumped (docs/findings.md V-71), and a position beyond the memory makes a length that is none
/// (V-72). Source: etb_read.
template <AuxCpu C, class Hardware>
EtfRead etb_read(C& cpu, const Etb& users, const EtfFile& file, const Hardware& hardware,
                 std::uint64_t& position, std::uint64_t wanted) {
  constexpr std::uint64_t kMostCopied = 0x7fff'ffff;
  etb_dump(cpu, users, hardware);
  const std::uint64_t size = file.words.size() * sizeof(std::uint32_t);
  const std::uint64_t bytes = position + wanted > size ? size - position : wanted;
  if (bytes > kMostCopied) {
    tell<said::Warned>(cpu, typename C::Value(bytes));
    return {kBadAddress};
  }
  const std::uint64_t from = position;
  position += bytes;
  return {static_cast<std::int64_t>(bytes), from};
}

/// A path goes through the ETF. Returns 0 or an error number. Whoever uses the ETF as its sink
/// keeps it so (docs/findings.md V-29).
template <AuxCpu C, class Hardware>
int tmc_enable_etf_link(C& cpu, const Etb& users, const EtfFile& file, const Hardware& hardware) {
  using Value = typename C::Value;
  if (file.reading) return kBusy;
  if (cpu.branch(cpu.load(users.at.refcnt) == Value(0))) {
    if (!hardware.claim(cpu, users.at.claim)) return kBusy;
    if (!hardware.program_fifo(cpu)) {
      hardware.disclaim(cpu, users.at.claim);
      return kBusy;
    }
    cpu.store(users.at.capturing, 1);
    cpu.store(users.at.mode, kSinkSysfs);
  }
  cpu.store(users.at.refcnt, cpu.load(users.at.refcnt) + Value(1));
  return 0;
}

/// The path goes. `drvdata->pid` stays, whoever it is (V-29).
template <AuxCpu C, class Hardware>
void tmc_disable_etf_link(C& cpu, const Etb& users, const EtfFile& file, const Hardware& hardware) {
  using Value = typename C::Value;
  if (file.reading) return;
  const Value left = cpu.load(users.at.refcnt) - Value(1);
  cpu.store(users.at.refcnt, left);
  if (!cpu.branch(left == Value(0))) return;
  hardware.disable_fifo(cpu);
  cpu.store(users.at.capturing, 0);
  cpu.store(users.at.mode, kSinkDisabled);
}

}  // namespace ringcheck
