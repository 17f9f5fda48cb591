// Tested by tests/cli/shard_command_test.cpp.
#include "cli/programs/shard_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "cli/output.hpp"
#include "cli/programs/shard_programs.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kShard = ".shard";
constexpr std::string_view kResult = ".result";

std::string round_path(const std::string& folder) {
  return folder + "/round";
}

/// Files in `folder` whose names end in `end`, in the order of their names. Errors: InputError.
std::vector<std::string> files_in(const std::string& folder, std::string_view end) {
  std::error_code error;
  std::vector<std::string> files;
  for (auto file = fs::directory_iterator(folder, error); !error && file != fs::end(file);
       file.increment(error))
    if (file->path().string().ends_with(end)) files.push_back(file->path().string());
  if (error) throw InputError({folder, 0, 0, "cannot be read, expected a folder of shards"});
  std::ranges::sort(files);
  return files;
}

/// True iff `file` is of round `round` or a later one.
bool is_of_round(const std::string& file, unsigned round) {
  const std::string name = fs::path(file).filename().string();
  unsigned number = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  return read.ec == std::errc() && *read.ptr == '-' && number >= round;
}

}  // namespace

std::string shard_path(const std::string& folder, unsigned round, std::size_t i) {
  return fmt::format("{}/{}-{:05}{}", folder, round, i, kShard);
}

std::string result_path(const std::string& shard) {
  if (!shard.ends_with(kShard))
    throw InputError({shard, 0, 0, "saw another name, expected one that ends in .shard"});
  return shard.substr(0, shard.size() - kShard.size()) + std::string(kResult);
}

shards::Origin origin_of(const std::string& folder) {
  return {perf_catalogue(), programs_in(folder)};
}

shards::Round read_round(const std::string& folder) {
  const std::string path = round_path(folder);
  return shards::read_round(read_input(path), path, origin_of(folder));
}

void write_round(const std::string& folder, const shards::Round& round) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (std::size_t i = 0; i < round.shards.size(); ++i)
    write_output(shard_path(folder, round.number, i), shards::text_of_shard(round, i));
  write_output(round_path(folder), shards::text_of(round));
  for (const std::string_view end : {kShard, kResult})
    for (const std::string& file : files_in(folder, end))
      if (!is_of_round(file, round.number)) fs::remove(file, error);
}

shards::Gathered gather_folder(const std::string& folder, const shards::Round& round) {
  const shards::Origin origin = origin_of(folder);
  shards::Gathering gathering(round, origin);
  for (const std::string& file : files_in(folder, kResult)) gathering.take(read_input(file), file);
  return gathering.finish();
}

std::vector<std::size_t> open_shards(const std::string& folder, const shards::Round& round) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < round.shards.size(); ++i) {
    const std::string file = result_path(shard_path(folder, round.number, i));
    std::error_code error;
    bool done = false;
    try {
      done = fs::exists(file, error) &&
             shards::is_done(read_input(file), file, shards::shard_name(round, i));
    } catch (const InputError&) {
      // What cannot be read must be done again.
    }
    if (!done) open.push_back(i);
  }
  return open;
}

}  // namespace ringcheck
