// What repairs the kernel's text. A step names a few tokens that stand once in a function; how they
// are spaced does not matter.
// Tested by tests/kernel/kernel_repairs_test.cpp and `make kernel`.
#include <algorithm>
#include <array>

#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/c_scanner.hpp"

namespace ringcheck {
namespace {

constexpr std::string_view kRing = "kernel/events/ring_buffer.c";
constexpr std::string_view kBegin = "__perf_output_begin";

/// The head is loaded before the tail: who comes in between makes the cmpxchg fail.
constexpr std::array<RepairStep, 2> kHeadFirst = {
    RepairStep{kBegin, "offset = head = local_read(&rb->head);", ""},
    RepairStep{kBegin, "tail = READ_ONCE(rb->user_page->data_tail);",
               "offset = head = local_read(&rb->head);\n"
               "\t\ttail = READ_ONCE(rb->user_page->data_tail);"}};
/// Who is refused wakes the reader.
constexpr std::array<RepairStep, 1> kWakeWhenFull = {
    RepairStep{kBegin, "fail:", "fail:\n\tperf_output_wakeup(handle);"}};
/// What can never fit is refused.
constexpr std::array<RepairStep, 1> kRefuseOversize = {
    RepairStep{kBegin, "perf_output_get_handle(handle);",
               "perf_output_get_handle(handle);\n"
               "\tif (size > perf_data_size(rb))\n"
               "\t\tgoto fail;"}};
/// The stamp is sampled before nested writers stop to publish and wake for themselves.
constexpr std::array<RepairStep, 2> kSampleFirst = {
    RepairStep{"perf_output_get_handle", "handle->wakeup = local_read(&rb->wakeup);", ""},
    RepairStep{"perf_output_get_handle", "preempt_disable();",
               "preempt_disable();\n\thandle->wakeup = local_read(&rb->wakeup);"}};
/// The count is taken before space is reserved, and given back when there is none.
constexpr std::array<RepairStep, 3> kTakeLostFirst = {
    RepairStep{kBegin, "have_lost = local_read(&rb->lost);",
               "have_lost = local_xchg(&rb->lost, 0);"},
    RepairStep{kBegin, "lost_event.lost = local_xchg(&rb->lost, 0);",
               "lost_event.lost = have_lost;"},
    RepairStep{kBegin, "fail:", "fail:\n\tlocal_add(have_lost, &rb->lost);"}};
/// The difference has a sign.
constexpr std::array<RepairStep, 1> kSignedStamp = {
    RepairStep{kBegin, "if (unlikely(head - local_read(&rb->wakeup) > rb->watermark))",
               "if (unlikely((long)(head - local_read(&rb->wakeup)) > rb->watermark))"}};
/// The count has as many bits as what it counts.
constexpr std::array<RepairStep, 1> kWideLost = {
    RepairStep{kBegin, "int have_lost, page_shift;", "int page_shift;\n\tlong have_lost;"}};

constexpr std::array<KernelRepair, 8> kRepairs = {
    KernelRepair{"F-02", kRing, kHeadFirst},      KernelRepair{"F-04", kRing, kWakeWhenFull},
    KernelRepair{"F-07", kRing, kRefuseOversize}, KernelRepair{"F-09", kRing, kSampleFirst},
    KernelRepair{"F-16", kRing, kTakeLostFirst},  KernelRepair{"F-17", kRing, kSignedStamp},
    KernelRepair{"D-01", kRing, kWideLost},       KernelRepair{"D-02", kRing, kRefuseOversize}};

std::vector<CToken> tokens_of(const std::string& name, std::string_view text) {
  std::vector<CToken> tokens;
  CScanner scanner(name, text);
  for (CToken token = scanner.next(); token.kind != CTokenKind::end; token = scanner.next())
    tokens.push_back(token);
  return tokens;
}

/// Replaces what stands once in the function `step` names; false if it does not.
bool apply(std::string& text, const RepairStep& step, const std::string& name) {
  const CText file(name, text);
  const auto function =
      std::find_if(file.items().begin(), file.items().end(), [&](const CItem& item) {
        return item.kind == CItemKind::function && item.defines(step.function);
      });
  if (function == file.items().end()) return false;
  const std::vector<CToken> tokens = tokens_of(name, function->text);
  const std::vector<CToken> wanted = tokens_of(name, step.from);
  const auto same = [](const CToken& left, const CToken& right) { return left.text == right.text; };
  const auto found = std::search(tokens.begin(), tokens.end(), wanted.begin(), wanted.end(), same);
  if (found == tokens.end()) return false;
  if (std::search(found + 1, tokens.end(), wanted.begin(), wanted.end(), same) != tokens.end())
    return false;
  const CToken& last = *(found + static_cast<std::ptrdiff_t>(wanted.size()) - 1);
  const auto offset = static_cast<std::size_t>(function->text.data() - file.text().data());
  text.replace(offset + found->begin, last.end() - found->begin, step.to);
  return true;
}

}  // namespace

std::span<const KernelRepair> all_kernel_repairs() {
  return kRepairs;
}

std::optional<std::string> repaired_text(const CText& file, const KernelRepair& repair) {
  std::string text = file.text();
  for (const RepairStep& step : repair.steps)
    if (!apply(text, step, file.name())) return {};
  return text;
}

std::span<const ShownFinding> all_shown_findings() {
  return ring_findings();
}

}  // namespace ringcheck
