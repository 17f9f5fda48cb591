// Sinks by name and by default, over small graphs of components.
#include "protocol/coresight/sinks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

constexpr CsDevice fed(CsType type, std::uint64_t child) {
  return {.type = type, .outputs = 1, .out = {CsConnection{child, 0}, {}}};
}
constexpr CsDevice ending(SinkKind kind, std::string_view name) {
  return {.type = CsType::sink, .kind = kind, .name = name};
}
constexpr CsDevice etf(std::uint64_t child) {
  CsDevice device = fed(CsType::linksink, child);
  device.kind = SinkKind::buffer;
  device.name = "tmc_etf0";
  return device;
}
constexpr CsDevice split(std::uint64_t first, std::uint64_t second) {
  return {.type = CsType::replicator,
          .outputs = 2,
          .out = {CsConnection{first, 0}, CsConnection{second, 0}}};
}
constexpr CsDevice kTracer0 = fed(CsType::source, 1);

TEST(SinkId, IsANumberOfEachName) {
  std::set<std::uint32_t> ids;
  std::size_t names = 0;
  for (const char* prefix : {"tmc_etr", "tmc_etf", "etb", "trbe"})
    for (int i = 0; i < 256; ++i, ++names) ids.insert(sink_id(prefix + std::to_string(i)));
  EXPECT_EQ(ids.size(), names);
  EXPECT_FALSE(ids.contains(0)) << "0 asks for the default sink";
}

TEST(NamedSink, IsFoundWhileItsNameIsInSysfs) {
  const std::array devices = {kTracer0, etf(2), ending(SinkKind::sysmem, "tmc_etr0")};
  CoreSight cs;
  cs.devices = devices;
  std::vector<std::uint64_t> memory(devices.size() * CsCells::kCount);
  SequentialCpu<> cpu(memory);
  EXPECT_EQ(coresight_get_sink_by_id(cpu, cs, sink_id("tmc_etr0")), kNoDevice);
  for (std::uint64_t d = 0; d < devices.size(); ++d) memory[cs.at(d).listed] = 1;
  EXPECT_EQ(coresight_get_sink_by_id(cpu, cs, sink_id("tmc_etr0")), 2U);
  EXPECT_EQ(coresight_get_sink_by_id(cpu, cs, sink_id("tmc_etf0")), 1U);
  EXPECT_EQ(coresight_get_sink_by_id(cpu, cs, sink_id("tmc_etr1")), kNoDevice);
}

TEST(DefaultSink, IsTheBestKindThenTheNearest) {
  struct Row {
    const char* what;
    std::vector<CsDevice> devices;
    std::uint64_t sink;
  };
  CsDevice of_cpu = ending(SinkKind::percpu_sysmem, "trbe0");
  of_cpu.of_cpu = 0;
  const Row rows[] = {
      {"memory of the system is better than an ETF on the way",
       {kTracer0, etf(2), ending(SinkKind::sysmem, "tmc_etr0")},
       2},
      {"an ETF is better than a TPIU after it",
       {kTracer0, etf(2), ending(SinkKind::port, "tpiu0")},
       1},
      {"a TPIU is none", {kTracer0, ending(SinkKind::port, "tpiu0")}, kNoDevice},
      {"the sink of the tracer's CPU comes before all others",
       {kTracer0, ending(SinkKind::sysmem, "tmc_etr0"), of_cpu},
       2},
      {"of two of a kind the nearer",
       {kTracer0, split(2, 3), fed(CsType::funnel, 4), ending(SinkKind::sysmem, "tmc_etr0"),
        ending(SinkKind::sysmem, "tmc_etr1")},
       3},
      {"of two as near the first",
       {kTracer0, split(2, 3), ending(SinkKind::sysmem, "tmc_etr0"),
        ending(SinkKind::sysmem, "tmc_etr1")},
       2},
  };
  for (const Row& row : rows) {
    CoreSight cs;
    cs.devices = row.devices;
    EXPECT_EQ(coresight_find_default_sink(cs, 0), row.sink) << row.what;
  }
}

}  // namespace
}  // namespace ringcheck
