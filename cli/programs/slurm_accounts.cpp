// sacct adds up the use of a job's steps only if it is asked for them (without --allocations).
// Source: sacct(1), "Job accounting fields" and SLURM_TIME_FORMAT.
// Tested by tests/cli/slurm_accounts_test.cpp, and with Slurm itself by scripts/cluster_test.sh.
#include "cli/programs/slurm_accounts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <limits>
#include <optional>

#include "cli/run_program.hpp"

namespace ringcheck {

namespace {

/// Removes the part of `text` up to the first `end`, and returns it without `end`.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view head = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return head;
}

/// The number that `text` is.
std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return {};
  return value;
}

/// Seconds of [DAYS-][HOURS:]MINUTES:SECONDS[.FRACTION].
std::optional<double> duration(std::string_view text) {
  constexpr double kSecondsOfADay = 86400;
  double days = 0;
  if (text.find('-') != std::string_view::npos) {
    const auto whole = number(take_until(text, '-'));
    if (!whole) return {};
    days = *whole;
  }
  double seconds = 0;
  while (!text.empty()) {
    const auto part = number(take_until(text, ':'));
    if (!part) return {};
    seconds = seconds * 60 + *part;
  }
  return days * kSecondsOfADay + seconds;
}

}  // namespace

double SlurmAccounts::speed_up() const {
  return seconds > 0 ? (used > 0 ? used : allocated) / seconds : 0;
}

SlurmAccounts slurm_accounts(std::string_view records, double now) {
  SlurmAccounts accounts;
  double first = std::numeric_limits<double>::infinity();
  double last = 0;
  while (!records.empty()) {
    std::string_view record = take_until(records, '\n');
    const std::string_view job = take_until(record, '|');
    const std::string_view state = take_until(record, '|');
    const auto allocated = number(take_until(record, '|'));
    const auto used = duration(take_until(record, '|'));
    const auto begin = number(take_until(record, '|'));
    const auto end = number(take_until(record, '|'));
    const bool step = job.find('.') != std::string_view::npos;
    if (step || state == "PENDING" || !allocated || !used) continue;
    // "CANCELLED by 0" is one word for all users.
    ++accounts.states[std::string(state.substr(0, state.find(' ')))];
    accounts.allocated += *allocated;
    accounts.used += *used;
    if (!begin) continue;  // it never ran
    first = std::min(first, *begin);
    last = std::max(last, end.value_or(now));
  }
  accounts.seconds = std::max(0.0, last - first);
  return accounts;
}

std::string slurm_accounts_text(const std::vector<std::string>& jobs) {
  if (jobs.empty()) return "";
  const ProgramEnd end =
      run_program({"env", "SLURM_TIME_FORMAT=%s", "sacct", "--noheader", "--parsable2",
                   "--duplicates", "--format=JobID,State,CPUTimeRAW,TotalCPU,Start,End",
                   fmt::format("--jobs={}", fmt::join(jobs, ","))},
                  "env");
  if (end.status != 0) return "";
  const SlurmAccounts accounts = slurm_accounts(end.out, static_cast<double>(std::time(nullptr)));
  if (accounts.states.empty()) return "";
  std::string text = "accounting:";
  for (const auto& [state, count] : accounts.states)
    text += fmt::format("{} {} {}", text.ends_with(':') ? "" : ",", count, state);
  text += fmt::format("; {:.0f} s of processors allocated, ", accounts.allocated);
  text += accounts.used > 0 ? fmt::format("{:.1f} s used", accounts.used) : "use not gathered";
  text += fmt::format(", {:.0f} s from begin to end", accounts.seconds);
  if (accounts.speed_up() > 0) text += fmt::format(": speed-up {:.2f}", accounts.speed_up());
  return text + "\n";
}

}  // namespace ringcheck
