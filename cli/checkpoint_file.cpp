// Tested by tests/cli/check_session_test.cpp and tests/cli/program_session_test.cpp.
#include "cli/checkpoint_file.hpp"

#include <fmt/format.h>

#include "check/checksum.hpp"
#include "cli/output.hpp"

namespace ringcheck {

using Json = nlohmann::ordered_json;

InputError incomplete_checkpoint(const CheckpointKind& kind, const std::string& path) {
  return InputError(
      {path, 0, 0,
       fmt::format("lacks parts or has others, expected a checkpoint of `ringcheck {}`",
                   kind.command)});
}

std::string checkpoint_text(const CheckpointKind& kind, Json checks) {
  const std::string sum = checksum(checks.dump());
  return Json{{"format", kind.format}, {"checksum", sum}, {"checks", std::move(checks)}}.dump(1) +
         "\n";
}

Json read_checkpoint(const CheckpointKind& kind, const std::string& path, std::size_t count) {
  const auto reject = [&](const std::string& what) { throw InputError({path, 0, 0, what}); };
  try {
    Json json = Json::parse(read_input(path));
    if (json.at("format") != kind.format) reject(fmt::format("saw no format {}", kind.format));
    Json& checks = json.at("checks");
    if (json.at("checksum") != checksum(checks.dump()))
      reject("saw other contents than its checksum is of: it was changed");
    if (checks.size() != count)
      reject(
          fmt::format("saw {} checks, expected {}: the same command line", checks.size(), count));
    return std::move(checks);
  } catch (const Json::parse_error& error) {
    throw InputError(
        {path, 0, 0,
         fmt::format("is damaged or cut off at byte {}, expected a checkpoint of `ringcheck {}`",
                     error.byte, kind.command)});
  } catch (const Json::exception&) {
    throw incomplete_checkpoint(kind, path);
  }
}

}  // namespace ringcheck
