// The words of each architecture, as in herdtools' diy (manual, "Generating tests"; fences and
// annotations by its option -show). The kernel's come from the tests of
// tools/memory-model/litmus-tests and their names.
// Tested by tests/litmus/cycle_test.cpp.
#include "litmus/generate/cycle_language.hpp"

#include <algorithm>

#include "graph/diagnostic.hpp"
#include "litmus/architecture.hpp"
#include "models/names.hpp"

namespace ringcheck::litmus {

namespace {

std::vector<FenceWord> arm_fences() {
  std::vector<FenceWord> fences;
  for (const std::string barrier : {"DMB", "DSB"})
    for (const std::string option :
         {"SY", "LD", "ST", "ISH", "ISHLD", "ISHST", "OSH", "OSHLD", "OSHST"})
      fences.push_back({barrier + "." + option, barrier + " " + option});
  fences.push_back({"ISB", "ISB"});
  return fences;
}

std::vector<FenceWord> riscv_fences() {
  std::vector<FenceWord> fences;
  for (const std::string before : {"rw", "r", "w"})
    for (const std::string after : {"rw", "r", "w"}) {
      std::string name = "Fence.";
      std::string text = "fence ";
      name += before + "." + after;
      text += before + "," + after;
      fences.push_back({std::move(name), std::move(text)});
    }
  fences.push_back({"Fence.tso", "fence.tso"});
  return fences;
}

std::vector<CycleLanguage> make_languages() {
  std::vector<CycleLanguage> all;
  all.push_back(
      {.name = "LKMM",
       .architecture = Architecture::c,
       .fences = {{"FenceMb", "smp_mb"}, {"FenceRmb", "smp_rmb"}, {"FenceWmb", "smp_wmb"}},
       .marks = {{"Once", Mark::once, true, true},
                 {"Acquire", Mark::acquire, true, false},
                 {"Release", Mark::release, false, true},
                 {"Plain", Mark::plain, true, true}},
       .control_fence = {},
       .exchange = "Rmw"});
  all.push_back({.name = "AArch64",
                 .architecture = Architecture::aarch64,
                 .fences = arm_fences(),
                 .marks = {{"P", Mark::once, true, true},
                           {"A", Mark::acquire, true, false},
                           {"Q", Mark::acquire_pc, true, false},
                           {"L", Mark::release, false, true}},
                 .control_fence = "ISB",
                 .exchange = "Amo.Swp"});
  all.push_back({.name = "X86_64",
                 .architecture = Architecture::x86_64,
                 .fences = {{"MFence", "mfence"}, {"LFence", "lfence"}, {"SFence", "sfence"}},
                 .marks = {},
                 .control_fence = {},
                 .exchange = "Rmw"});
  all.push_back({.name = "RISCV",
                 .architecture = Architecture::riscv,
                 .fences = riscv_fences(),
                 .marks = {},
                 .control_fence = {},
                 .exchange = "Amo.Swp"});
  all.push_back(
      {.name = "PPC",
       .architecture = Architecture::ppc,
       .fences = {{"Sync", "sync"}, {"LwSync", "lwsync"}, {"Eieio", "eieio"}, {"ISync", "isync"}},
       .marks = {},
       .control_fence = "ISync"});
  return all;
}

}  // namespace

const std::vector<CycleLanguage>& cycle_languages() {
  static const std::vector<CycleLanguage> kLanguages = make_languages();
  return kLanguages;
}

const CycleLanguage& find_cycle_language(std::string_view spoken) {
  const std::string_view name = canonical_litmus_architecture(spoken);
  std::string known;
  for (const CycleLanguage& language : cycle_languages()) {
    if (language.name == name || row_of(language.architecture).name == name) return language;
    known += (known.empty() ? "" : ", ") + std::string(language.name);
  }
  throw InputError({"--arch", 0, 0, "saw '" + std::string(name) + "', expected one of " + known});
}

const FenceWord* find_fence(const CycleLanguage& language, std::string_view name) {
  const auto found = std::ranges::find(language.fences, name, &FenceWord::name);
  return found == language.fences.end() ? nullptr : &*found;
}

std::string_view name_of(const CycleLanguage& language, Mark mark) {
  const auto found = std::ranges::find(language.marks, mark, &MarkWord::mark);
  return found == language.marks.end() ? std::string_view() : found->name;
}

}  // namespace ringcheck::litmus
