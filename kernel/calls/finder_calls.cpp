// Programs of perf's parts for trace units: what the unit writes, where its head stands, and
// snapshots of several areas, while memory is scarce and ioctls fail.
// Tested by `make kernel`.
#include "kernel/calls/finder_calls.hpp"

#include <algorithm>
#include <array>

#include "kernel/calls/finder_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * 1024;

/// Texts of --snapshot, as far as the drivers look at them.
constexpr std::array kTexts = {static_cast<const char*>(nullptr),
                               "",
                               "e",
                               "65536",
                               "0x10000",
                               "010",
                               "08",
                               "0x",
                               "e4096",
                               "12k",
                               "ee",
                               "18446744073709551615",
                               "18446744073709551616"};

/// Lists of events. The other PMU has no AUX area; the second unit is another PMU that has one.
std::vector<rc_event> events_of(std::uint64_t number, bool disabled) {
  const int off = disabled ? 1 : 0;
  // Of two units each has CPUs of its own.
  constexpr int kSecond = 15;
  const rc_event other{1, 0, 1, 0, 0, 0, 0, RC_MOST_BUFFERS};
  const rc_event unit{FinderSetup::kType, 1, 1, off, 0, 0, 0, RC_MOST_BUFFERS};
  const rc_event first{FinderSetup::kType, 1, 1, off, 0, 0, 0, kSecond};
  const rc_event second{FinderSetup::kType + 1, 1, 1, 0, 0, 0, kSecond, RC_MOST_BUFFERS};
  switch (number) {
    case 0:
      return {unit};
    case 1:
      return {other, unit};
    case 2:
      return {other, first, second};
    case 3:
      return {second, first, other};
    case 4:
      return {other};
    default:
      return {};
  }
}

CallShapes shapes_of_finders() {
  constexpr std::uint64_t kZero = 0;
  const NumberRange area = one_of({0, 0, 0, 1, 1, 2, 3, 4, 5});
  const NumberRange places = one_of({kOwnPlace,
                                     kOwnPlace,
                                     kOwnPlace,
                                     kOwnPlace,
                                     0,
                                     8,
                                     1,
                                     24,
                                     kZero - 8,
                                     kZero - 1,
                                     kZero - 24,
                                     kZero - 504,
                                     kZero - 511,
                                     kZero - 512,
                                     kZero - 513,
                                     kZero - 520,
                                     kZero - 4088,
                                     kZero - 4096,
                                     kZero - 4097,
                                     kZero - 4104,
                                     100,
                                     511,
                                     512,
                                     513});
  const NumberRange heads = one_of(
      {kOwnPlace, kOwnPlace,   kOwnPlace,   kOwnPlace,     kOwnPlace,   kOwnPlace,   0,
       1,         8,           100,         511,           512,         513,         kZero - 1,
       kZero - 8, kZero - 16,  kZero - 511, kZero - 512,   kZero - 513, kZero - 519, kZero - 520,
       kBeyond,   kBeyond + 1, kBeyond + 8, kBeyond + 5000});
  const NumberRange olds = one_of({kOwnPlace, kOwnPlace, kOwnPlace, 0, 8, kZero - 8, 512, kBeyond,
                                   kBeyond + 5000, std::uint64_t{1} << 40U});
  const NumberRange scarce = one_of({0, 0, 0, 0, 0, 0, 1, 2});
  const NumberRange fails = one_of({0, 0, 0, 0, 1});
  const NumberRange ioctl = one_of({0, 0, 0, 1, 2, 3});
  CallShapes shapes;
  shapes.most_calls = 14;
  shapes.depth = 0;
  shapes.setup = {{"unit", one_of({RC_INTEL_PT, RC_INTEL_PT, RC_INTEL_PT, RC_INTEL_BTS,
                                   RC_INTEL_BTS, RC_ARM_SPE, RC_ARM_SPE, RC_CS_ETM})},
                  {"len", one_of({64, 1024, 1000, 512, 504, 520, 1536, 4096, 8192, 12288, 4104})},
                  {"asked", one_of({kMiB, 64 * kKiB + 1, 64 * kKiB, 0})},
                  {"multiple entries", one_of({0, 0, 1, 2})},
                  {"period's bits", one_of({15U << 24U, 0, 5U << 24U, std::uint64_t{3} << 62U})},
                  {"config", one_of({0, 1U << 24U, 4U << 24U, ~kZero})},
                  {"per thread", one_of({0, 1})},
                  {"events", one_of({0, 1, 2, 3, 4, 5})},
                  {"disabled", one_of({0, 0, 1})},
                  {"head runs", one_of({0, 0, 0, 1})}};
  const NumberRange bytes = one_of({8, 1, 7, 24, 64, 100, 504, 512, 513, 1024, 4096, 4104, 0});
  shapes.calls = {
      {"write",
       {{"area", area}, {"place", places}, {"bytes", bytes}, {"contents", below(4)}},
       10,
       false,
       false},
      {"find",
       {{"area", area}, {"head", heads}, {"old", olds}, {"scarce", scarce}},
       10,
       false,
       false},
      {"snapshot",
       {{"area", area},
        {"most", one_of({kMiB, 8, 100, 512, 4096})},
        {"scarce", scarce},
        {"take fails", fails}},
       6,
       false,
       false},
      {"drain", {{"area", area}, {"take fails", fails}, {"ioctl fails", ioctl}}, 3, false, false},
      {"start", {{"ioctl fails", ioctl}}, 2, false, false},
      {"finish", {{"exit", one_of({0, 0, 1})}, {"ioctl fails", ioctl}}, 2, false, false},
      {"options", {{"text", below(kTexts.size())}}, 1, false, false},
      {"copied",
       {{"bytes", one_of({kMiB, 64 * kKiB, 64 * kKiB + 1, 128 * kKiB, 512 * kKiB, 512 * kKiB + 1,
                          512 * kKiB + 2, 768 * kKiB, 0})},
        {"multiple entries", one_of({2, 2, 3, 1, 0})},
        {"period's bits",
         one_of({15U << 24U, 15U << 24U, 15U << 24U, 5U << 24U, 0, 15, std::uint64_t{15} << 60U})},
        {"config", one_of({0, 1U << 24U, 4U << 24U, 5U << 24U, 6U << 24U, 7U << 24U, 15U << 24U, 3,
                           std::uint64_t{3} << 60U})},
        {"len", one_of({kMiB, 256 * kKiB, 256 * kKiB + 1, 128 * kKiB, 64 * kKiB, 64 * kKiB + 1,
                        4096, 4097, 512, 513})}},
       3,
       false,
       false},
      {"compare",
       {{"len", one_of({64, 96})},
        {"bytes", one_of({16, 8, 24, 64, 63, 1})},
        {"offset", one_of({0, 48, 32, 40, 56, 60, 72, 80, 95})},
        {"head", one_of({0, 1, 7, 8, 9, 24, 47, 48, 49, 56, 63, 64, 96})},
        {"order", below(3)},
        {"changed", one_of({64, 64, 64, 0, 7, 8, 15, 23})}},
       2,
       false,
       false},
      {"init", {{"lacks", below(4)}}, 1, false, false},
      {"sizes",
       {{"bytes", one_of({0, 0, 1, 4095, 4096, 4097, 8192, 12288, 128 * kKiB, 4 * kMiB + 1})},
        {"aux pages", one_of({0, 0, 1, 2, 3, 32, 1024})},
        {"data pages", one_of({0, 0, 7})},
        {"privileged", one_of({1, 0})},
        {"snapshots", one_of({1, 1, 0})}},
       3,
       false,
       false},
  };
  return shapes;
}

FinderSetup setup_of(const NativeObject& object, const CallProgram& program) {
  FinderSetup setup;
  std::size_t next = 0;
  const auto number = [&] { return program.setup.at(next++); };
  setup.unit = static_cast<rc_unit>(number());
  setup.len = number();
  setup.asked = number();
  const std::uint64_t multiple = number();
  setup.sysfs = sysfs_of(multiple, number());
  setup.config = number();
  setup.per_thread = number() != 0;
  const std::uint64_t events = number();
  setup.events = events_of(events, number() != 0);
  // A head beyond the area is no place in it, and a copy is made of what comes before the head.
  setup.head_runs = number() != 0 && !setup.copies();
  setup.width = object.options().width();
  setup.drains_any = object.says("evsel__is_aux_event(evsel)");
  setup.stops_all = setup.drains_any && setup.unit == RC_ARM_SPE;
  return setup;
}

}  // namespace

const char* snapshot_text(std::uint64_t number) {
  return kTexts.at(number);
}

std::uint64_t psb_period_of(const rc_sysfs& sysfs, std::uint64_t config) {
  const std::uint64_t field = sysfs.bits == 0 ? 0 : intel_pt_masked_bits(sysfs.bits, config);
  return intel_pt_psb_period(sysfs.multiple > 0, field);
}

std::uint64_t FinderSetup::period() const {
  bool found = false;
  for (const rc_event& event : events) found = found || event.type == kType;
  return psb_period_of(sysfs, found ? config : 0);
}

bool FinderSetup::copies() const {
  return unit == RC_INTEL_PT && intel_pt_snapshot_ref_buf_size(asked, period(), len) != 0;
}

std::uint64_t FinderSetup::position(std::uint64_t place, std::uint64_t own) const {
  if (place == kOwnPlace) return own;
  if (static_cast<std::int64_t>(place) < 0) return (len + place) % len;
  if (place < kBeyond) return place;
  return len + (place - kBeyond) % (copies() ? 9 : kBeyond);
}

ComparedCopy::ComparedCopy(const Call& call) {
  constexpr std::uint8_t kSame = 0x11;
  len = call.at(0);
  size = std::min(call.at(1), len);
  offset = call.at(2) % len;
  head = call.at(3);
  const auto order = static_cast<Order>(call.at(4));
  for (std::uint64_t i = 0; i < len; ++i)
    area.push_back(order == same ? kSame : static_cast<std::uint8_t>(i + 1));
  // The text takes the part after the end for the part before it.
  const std::uint64_t part = offset + size > len ? offset + size - len : size;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t read = i < part ? offset + i : i - part;
    copy.push_back(area[(order == as_read ? read : offset + i) % len]);
  }
  const std::uint64_t changed = call.at(5);
  if (changed < size) copy[changed] ^= 1U;
}

std::string finder_words::name_of(std::uint64_t word) {
  if (word < kPages)
    return fmt::format("{} of area {}", word % 2 == 0 ? "aux_head" : "aux_tail", word / 2);
  return fmt::format("unit {} of area {}", (word - kPages) % kMostTrace,
                     (word - kPages) / kMostTrace);
}

void tell(Answers& answers, const rc_remembered& known, std::uint64_t copy, std::uint64_t held) {
  answer(answers, "whether it is decided about copies", known.initialised);
  answer(answers, "bytes of a copy", static_cast<std::int64_t>(known.copied));
  answer(answers, "entries", static_cast<std::int64_t>(known.entries));
  answer(answers, "wrapped", known.wrapped);
  answer(answers, "offset of the copy", static_cast<std::int64_t>(known.offset));
  answer(answers, "copy", static_cast<std::int64_t>(copy));
  answer(answers, "objects held", static_cast<std::int64_t>(held));
}

void tell(Answers& answers, std::int64_t result, std::uint64_t previous, const rc_handed& handed) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  answer(answers, "result", result);
  number("prev", previous);
  number("records", handed.records);
  number("idx", handed.idx);
  number("size", handed.size);
  number("offset", handed.offset);
  number("reference", handed.reference);
  number("first piece", handed.at1);
  number("its bytes", handed.len1);
  answer(answers, "whether there is a second", handed.has_second);
  number("second piece", handed.at2);
  number("its bytes", handed.len2);
}

void tell(Answers& answers, std::int64_t result, const std::vector<rc_event>& events) {
  answer(answers, "result", result);
  for (const rc_event& event : events) {
    answer(answers, "enabled", event.enabled);
    answer(answers, "disabled", event.disabled);
    answer(answers, "whether it is another place", event.enabled_at);
    answer(answers, "ioctls that fail", event.fails);
  }
}

void tell(Answers& answers, std::int64_t result, const rc_snapshot_options& options) {
  answer(answers, "result", result);
  if (result != 0) return;
  answer(answers, "mode", options.mode);
  answer(answers, "at exit", options.on_exit);
  answer(answers, "bytes", static_cast<std::int64_t>(options.size));
}

void tell(Answers& answers, const rc_part& part) {
  answer(answers, "part", part.made);
  answer(answers, "error", part.error);
  answer(answers, "all callbacks", part.whole);
  answer(answers, "find_snapshot", part.finds);
  answer(answers, "alignment", part.alignment);
  answer(answers, "default_aux_sample_size", part.sample_size);
}

void tell(Answers& answers, std::int64_t result, const rc_sizes& sizes) {
  answer(answers, "result", result);
  if (result != 0) return;
  answer(answers, "bytes", static_cast<std::int64_t>(sizes.snapshot));
  answer(answers, "aux pages", sizes.aux_pages);
  answer(answers, "data pages", sizes.data_pages);
}

CallReport hold_finder_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs) {
  return hold_calls(
      shapes_of_finders(), seed, programs,
      [&](const CallProgram& program, CallReport& report) -> std::optional<std::string> {
        const FinderSetup setup = setup_of(object, program);
        FinderKernel kernel(object, setup);
        FinderSpecification specification(setup);
        auto found = difference_of(program, kernel, specification, finder_words::kPages,
                                   finder_words::name_of, report);
        if (found) return found;
        const std::optional<std::uint64_t> left = kernel.end();
        const std::uint64_t meant = specification.end();
        if (!left || *left == meant) return {};
        return fmt::format("at the end: objects that stay: kernel: {}; specification: {}", *left,
                           meant);
      });
}

}  // namespace ringcheck
