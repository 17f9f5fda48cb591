#pragma once
// An Arm SPE unit on a bench.

#include "properties/aux/aux_bench.hpp"
#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {

/// A unit whose registers are the bench's words of the driver, for the bench's buffer, which it sees
/// at `base`. Pages and records have at most `page_size` and `max_record` bytes.
inline SpeUnit spe_on(const AuxBench& b, std::uint64_t base, std::uint64_t page_size,
                      std::uint64_t max_record) {
  SpeUnit spe;
  spe.at = SpeCells::at(b.m.driver);
  spe.aux = b.m.aux;
  spe.handle = b.m.handle;
  spe.base = base;
  spe.page_size = page_size;
  spe.max_record = max_record;
  return spe;
}

}  // namespace ringcheck
