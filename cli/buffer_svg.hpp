#pragma once
// Drawings of buffers, as SVG documents.

#include <string>

#include "properties/core/buffer_picture.hpp"

namespace ringcheck {

/// `picture` as an SVG document. The same picture gives the same bytes.
std::string to_svg(const BufferPicture& picture);

}  // namespace ringcheck
