#pragma once
// The memory that a TMC-ETR gets for a session of perf. In every mode it is the ETR's own, and the
// driver copies from it to the AUX area.
//
// It is as large as the AUX area, if that is larger than the size in sysfs. Otherwise, or if there
// is no memory of that size, it is as large as sysfs says, or half of that, and so on.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c alloc_etr_buf, tmc_alloc_etr_buf,
// tmc_etr_mode_alloc_buf, tmc_etr_alloc_flat_buf. Deviations: memory is there or not, and is not
// counted; who shares a buffer is in etr_session.hpp.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <optional>

#include "protocol/tmc/etr_buf.hpp"

namespace ringcheck {

/// The least size that the driver goes down to (bytes). Source: TMC_ETR_PERF_MIN_BUF_SIZE.
inline constexpr std::uint64_t kEtrLeastBuffer = std::uint64_t{1} << 20U;

/// What an ETR can do, and how it is configured.
struct EtrFacts {
  bool has_sg = false;           ///< it reads tables
  bool has_catu = false;         ///< a CATU translates for it
  bool has_iommu = false;        ///< scattered pages look like one run to it
  std::uint64_t configured = 0;  ///< drvdata->size: the size that sysfs says (bytes)
  DefectSet defects{};
  /// The mode that sysfs says is tried first, of Linux 6.12: drvdata->etr_mode.
  std::optional<EtrMode> preferred{};
};

/// The memory of a session; none if `bytes` is 0.
struct EtrMemory {
  std::uint64_t bytes = 0;
  EtrMode mode = EtrMode::flat;
};

/// Memory of `bytes` bytes in the first mode that there is memory for; `obtain(mode, bytes)` tells
/// whether there is. It asks for one run of memory if the ETR can use nothing else, or if that is
/// cheap or small.
template <class Obtain>
EtrMemory tmc_alloc_etr_buf(const EtrFacts& etr, std::uint64_t bytes, Obtain&& obtain) {
  if (etr.preferred && obtain(*etr.preferred, bytes)) return {bytes, *etr.preferred};
  const bool scatters = etr.has_sg || etr.has_catu;
  const bool flat = !scatters || etr.has_iommu || bytes < kEtrLeastBuffer ||
                    etr.defects.has(defect::kEtrFlatAlways);
  if (flat && obtain(EtrMode::flat, bytes)) return {bytes, EtrMode::flat};
  if (etr.has_sg && obtain(EtrMode::sg, bytes)) return {bytes, EtrMode::sg};
  if (etr.has_catu && obtain(EtrMode::catu, bytes)) return {bytes, EtrMode::catu};
  return {};
}

/// Memory for a session whose AUX area has `aux_bytes` bytes.
template <class Obtain>
EtrMemory alloc_etr_buf(const EtrFacts& etr, std::uint64_t aux_bytes, Obtain&& obtain) {
  if (aux_bytes > etr.configured || etr.defects.has(defect::kEtrSizeOfArea)) {
    const EtrMemory as_large = tmc_alloc_etr_buf(etr, aux_bytes, obtain);
    if (as_large.bytes != 0) return as_large;
  }
  std::uint64_t bytes = etr.configured;
  do {
    const EtrMemory memory = tmc_alloc_etr_buf(etr, bytes, obtain);
    if (memory.bytes != 0) return memory;
    bytes /= 2;
  } while (bytes >= kEtrLeastBuffer && !etr.defects.has(defect::kEtrSizeNotHalved));
  return {};
}

}  // namespace ringcheck
