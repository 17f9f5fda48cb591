#pragma once
// Files that say what they are, which ringcheck wrote them, and whether they are whole.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ringcheck::shards {

/// The version of this program and, where its file has one, the id that the linker gave this build.
/// Source: elf(5), NT_GNU_BUILD_ID.
const std::string& this_build();

/// `content` as the text of a file of this kind ("shard", "result", ...), with a checksum.
std::string sealed(std::string_view kind, const nlohmann::ordered_json& content);

/// The content of `text`, which sealed() made. Errors: InputError that names `file` for a text of
/// another kind, one that is torn or was changed, or one that another build of ringcheck wrote.
nlohmann::ordered_json unsealed(std::string_view kind, const std::string& text,
                                const std::string& file);

}  // namespace ringcheck::shards
