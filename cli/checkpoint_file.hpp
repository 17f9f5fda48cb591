#pragma once
// Files that keep what is known of the checks of one command.

#include <nlohmann/json.hpp>
#include <string>

#include "graph/diagnostic.hpp"

namespace ringcheck {

/// Whose checkpoint a file is.
struct CheckpointKind {
  const char* format;   ///< the first words of the file
  const char* command;  ///< that writes and reads it
};

/// For a checkpoint `path` of this kind that lacks parts, or has other parts.
InputError incomplete_checkpoint(const CheckpointKind& kind, const std::string& path);

/// The text of a checkpoint of `checks`, an array with what is known of each.
std::string checkpoint_text(const CheckpointKind& kind, nlohmann::ordered_json checks);

/// The checks of the checkpoint `path`. Errors: InputError for a file that is not of this kind, was
/// damaged, or does not have `count` checks.
nlohmann::ordered_json read_checkpoint(const CheckpointKind& kind, const std::string& path,
                                       std::size_t count);

}  // namespace ringcheck
