#include "properties/record/sample_layout.hpp"

#include <algorithm>
#include <bit>

namespace ringcheck {
namespace {

constexpr std::uint64_t kLargest = 65528;  ///< whole words that 16 bits can count (bytes)
constexpr std::uint64_t kWord = 8;
constexpr std::uint64_t kSample = 9;   ///< PERF_RECORD_SAMPLE
constexpr std::uint64_t kAbi64 = 2;    ///< PERF_SAMPLE_REGS_ABI_64
constexpr std::uint64_t kPadding = 4;  ///< bytes before raw data: their number

/// Words that raw data takes, including its number of bytes.
std::uint64_t raw_words(const SampleData& data) {
  return data.raw ? (kPadding + data.raw->size() + kWord - 1) / kWord : 1;
}

void append(std::vector<LaidOutWord>& words, const std::vector<std::uint64_t>& list,
            std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) words.push_back({list.at(i)});
}

/// The number of bytes, the bytes, and padding of any content.
void append_raw(std::vector<LaidOutWord>& words, const SampleData& data, bool there) {
  if (!there) return words.push_back({kPadding});
  const std::uint64_t held = raw_words(data);
  const std::uint64_t said = held * kWord - kPadding;
  std::vector<LaidOutWord> raw(held, {0, 0});
  const auto put = [&](std::uint64_t at, std::uint64_t byte) {
    raw.at(at / kWord).value |= byte << at % kWord * kWord;
    raw.at(at / kWord).mask |= std::uint64_t{0xff} << at % kWord * kWord;
  };
  for (std::uint64_t i = 0; i < kPadding; ++i) put(i, said >> i * kWord & 0xff);
  for (std::uint64_t i = 0; i < data.raw->size(); ++i) put(kPadding + i, (*data.raw)[i]);
  words.insert(words.end(), raw.begin(), raw.end());
}

/// The size, as much of the stack as could be read, the rest as it was, and how much was read.
void append_stack(std::vector<LaidOutWord>& words, const SampleData& data, std::uint64_t bytes) {
  words.push_back({bytes});
  if (bytes == 0) return;
  const std::uint64_t read = std::min(bytes, data.stack_mapped) / kWord;
  for (std::uint64_t i = 0; i < bytes / kWord; ++i)
    words.push_back(i < read ? LaidOutWord{0x57ac'0000'0000'0000U + i} : LaidOutWord{0, 0});
  words.push_back({read * kWord});
}

void append_regs(std::vector<LaidOutWord>& words, const std::vector<std::uint64_t>& regs) {
  words.push_back({regs.empty() ? 0 : kAbi64});
  append(words, regs, regs.size());
}

}  // namespace

std::int64_t words_left(const SampleAttr& attr, const SampleData& data) {
  std::uint64_t words = 1;
  for (const std::uint64_t field : kSampleFields)
    if (attr.has(field)) ++words;
  if (attr.has(kSampleStackUser)) ++words;
  if (attr.has(kSampleRaw)) words += raw_words(data) - 1;
  if (attr.has(kSampleCallchain)) words += data.callchain.size();
  if (attr.has(kSampleBranchStack))
    words += data.branches.size() + data.branch_counters.size() + (data.branch_index ? 1 : 0);
  if (attr.has(kSampleRegsUser)) words += data.regs_user.size();
  if (attr.has(kSampleRegsIntr)) words += data.regs_intr.size();
  return static_cast<std::int64_t>(kLargest / kWord) - static_cast<std::int64_t>(words);
}

FittedSample fitted_sample(const SampleAttr& attr, const SampleData& data, bool limited) {
  FittedSample fitted;
  std::uint64_t before = kWord, after = 0;  // the stack
  for (const std::uint64_t field : kSampleFields)
    if (attr.has(field) && field != kSampleAux && field != kSampleStackUser) before += kWord;
  // The first word of raw data is counted already.
  const std::uint64_t raw = attr.has(kSampleRaw) ? (raw_words(data) - 1) * kWord : 0;
  const std::uint64_t chain = attr.has(kSampleCallchain) ? data.callchain.size() : 0;
  if (attr.has(kSampleBranchStack)) {
    before += data.branches.size() * kWord + data.branch_counters.size() * kWord;
    if (data.branch_index) before += kWord;
  }
  if (attr.has(kSampleRegsUser)) before += data.regs_user.size() * kWord;
  if (attr.has(kSampleRegsIntr)) (limited ? before : after) += data.regs_intr.size() * kWord;
  const std::uint64_t ends =
      (attr.has(kSampleStackUser) ? 2 * kWord : 0) + (attr.has(kSampleAux) && limited ? kWord : 0);
  fitted.raw = attr.has(kSampleRaw) && data.raw &&
               (!limited || before + raw + chain * kWord + ends <= kLargest);
  if (fitted.raw) before += raw;
  fitted.callchain = limited ? std::min(chain, (kLargest - ends - before) / kWord) : chain;
  before += fitted.callchain * kWord;
  if (attr.has(kSampleStackUser)) {
    const std::uint64_t there =
        data.user_regs ? std::min<std::uint64_t>(65535, data.user_stack) : 0;
    fitted.stack = std::min({std::uint64_t{attr.stack_user}, there, kLargest - ends - before});
    before += fitted.stack != 0 ? 2 * kWord + fitted.stack : kWord;
  }
  fitted.bytes = before + after;
  if (attr.has(kSampleAux)) {
    fitted.bytes += kWord;
    fitted.aux = std::min(
        {std::uint64_t{attr.aux_sample_size}, data.aux.size() * kWord, kLargest - fitted.bytes});
    fitted.bytes += fitted.aux;
  }
  return fitted;
}

std::vector<LaidOutWord> laid_out_sample(const SampleAttr& attr, const SampleData& data,
                                         const FittedSample& fitted) {
  std::vector<LaidOutWord> words = {{kSample | fitted.bytes << 48U}};
  for (std::size_t i = 0; i < kSampleFields.size(); ++i) {
    const std::uint64_t field = kSampleFields[i];
    if (!attr.has(field)) continue;
    if (field == kSampleCallchain) {
      words.push_back({fitted.callchain});
      append(words, data.callchain, fitted.callchain);
    } else if (field == kSampleRaw) {
      append_raw(words, data, fitted.raw);
    } else if (field == kSampleBranchStack) {
      words.push_back({data.branches.size() / 3});
      if (data.branch_index) words.push_back({*data.branch_index});
      append(words, data.branches, data.branches.size());
      append(words, data.branch_counters, data.branch_counters.size());
    } else if (field == kSampleRegsUser) {
      append_regs(words, data.regs_user);
    } else if (field == kSampleStackUser) {
      append_stack(words, data, fitted.stack);
    } else if (field == kSampleRegsIntr) {
      append_regs(words, data.regs_intr);
    } else if (field == kSampleAux) {
      words.push_back({fitted.aux});
      append(words, data.aux, fitted.aux / kWord);
    } else {
      words.push_back({data.words.at(i)});
    }
  }
  return words;
}

}  // namespace ringcheck
