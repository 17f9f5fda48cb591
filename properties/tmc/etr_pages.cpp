// etr-pages: scattered pages of a TMC-ETR's bounce buffer are synced from any offset on.
// Linux 6.1 counts pages by the length alone (docs/findings.md V-04); its ETR starts at 0, or has
// filled all pages. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <vector>

#include "properties/tmc/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/tmc/etr_buf.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 8, kMostPages = 4, kStale = 0, kFresh = 1;
constexpr std::array<std::string_view, 1> kProperties = {"I-36"};
constexpr std::array kSetup = {
    Dial{"pages", 1, kMostPages},
    Dial{"offset", 0, kMostPages* kPage - 1},
    Dial{"length", 0, kMostPages* kPage},
};

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool repaired) {
  const std::uint64_t size = example.setup[0] * kPage;
  const std::uint64_t offset = example.setup[1] % size;
  const std::uint64_t length = example.setup[2] % (size + 1);
  std::vector<std::uint64_t> memory(2 * size, kFresh);
  EtrBuf buf;
  buf.data.memory = {0, size, 1};
  buf.data.view = {size, size, 1};
  buf.data.defects = buf.defects = defects;
  buf.mode = EtrMode::sg;
  buf.page_size = kPage;
  buf.counts_pages_from_offset = repaired;
  std::vector<std::uint64_t> daddrs;
  for (std::uint64_t page = 0; page < example.setup[0]; ++page) daddrs.push_back(page * kPage);
  buf.daddrs = daddrs;
  for (std::uint64_t i = 0; i < size; ++i) memory.at(size + i) = kStale;
  SequentialCpu<> cpu(memory);
  tmc_sg_table_sync_data_range(cpu, buf, offset, length);
  for (std::uint64_t i = 0; i < length; ++i)
    judge.require(memory.at(size + (offset + i) % size) == kFresh, "I-36",
                  "a byte is copied that was not synced");
  // How many pages, from the page of the offset on, have requested bytes; at least one.
  const std::uint64_t asked =
      std::max<std::uint64_t>((offset % kPage + length + kPage - 1) / kPage, 1);
  for (std::uint64_t n = asked; n < example.setup[0]; ++n)
    judge.require(memory.at(size + (offset / kPage + n) % example.setup[0] * kPage) == kStale,
                  "I-36", "a page is synced that nobody asked for");
}
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, false);
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, true);
}

constexpr std::string_view kTitle = "scattered pages are synced from any offset on";

}  // namespace

const AuxSequence kEtrPages = {"etr-pages", kTitle, kProperties, kSetup, {}, true, run};
const AuxSequence kEtrPagesRepaired = {"etr-pages-repaired", kTitle, kProperties, kSetup, {}, true,
                                       run_repaired};

}  // namespace ringcheck
