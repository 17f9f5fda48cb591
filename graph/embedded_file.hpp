#pragma once
// A file of the source tree as the binary carries it (cmake/embed.cmake).

#include <string_view>

namespace ringcheck {

/// A file of the source tree as the binary carries it. The text lives as long as the program.
struct EmbeddedFile {
  std::string_view name;  ///< File name with its extension.
  std::string_view text;  ///< The whole file, byte for byte.
};

}  // namespace ringcheck
