// Locations 0 and 1 are head and tail, the slots follow.
#include "bench/ring_program.hpp"

#include <string>

#include "explore/checked_cpu.hpp"
#include "protocol/spsc_ring.hpp"

namespace ringcheck::bench {

Program ring_program(std::uint64_t slots, std::uint64_t records) {
  constexpr LocId kHead = 0;
  constexpr LocId kTail = 1;
  constexpr LocId kData = 2;
  const SpscRing ring{address_of(kHead), address_of(kTail), address_of(kData), slots,
                      SpscRing::default_plan()};
  Program program;
  program.name = "spsc-ring";
  program.locations = {{"head", 0}, {"tail", 0}};
  Thread writer;
  writer.name = "writer";
  writer.may_write.set(kHead);
  for (std::uint64_t i = 0; i < slots; ++i) {
    writer.may_write.set(kData + static_cast<int>(i));
    program.locations.push_back({"data[" + std::to_string(i) + "]", 0});
  }
  writer.body = [=](ThreadRun& run) {
    static const InterruptPlan kNone;
    CheckedCpu cpu(run, {}, kNone);
    spsc_write(cpu, ring, records);
  };
  Thread reader;
  reader.name = "reader";
  reader.may_write.set(kTail);
  reader.body = [=](ThreadRun& run) {
    static const InterruptPlan kNone;
    CheckedCpu cpu(run, {}, kNone);
    spsc_read(cpu, ring, records);
  };
  program.threads = {writer, reader};
  return program;
}

}  // namespace ringcheck::bench
