#pragma once
// A TRBE on a bench.

#include "properties/aux/aux_bench.hpp"
#include "protocol/trbe/trbe_pmu.hpp"

namespace ringcheck {

/// The unit whose registers are the driver's words of `bench`, on its AUX area and handle. Pre: it has
/// TrbeCells::kCount driver words.
inline TrbeUnit trbe_of(const AuxBench& bench) {
  TrbeUnit trbe;
  trbe.at = TrbeCells::at(bench.m.driver);
  trbe.aux = bench.m.aux;
  trbe.handle = bench.m.handle;
  return trbe;
}

}  // namespace ringcheck
