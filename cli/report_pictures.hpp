#pragma once
// The pictures that the report shows: SVG files beside it.

#include <string>
#include <vector>

#include "properties/core/buffer_picture.hpp"

namespace ringcheck {

/// Where the file of `picture` lies, from the folder of the report that shows it.
std::string picture_path(const BufferPicture& picture);

/// The section of the report that shows `pictures`.
std::string pictures_markdown(const std::vector<BufferPicture>& pictures);

/// Makes the folder for the pictures of the report at `report`, and finds out whether they can be
/// written. Nothing for a report on standard output, a device or a pipe.
/// Errors: InputError.
void require_pictures_writable(const std::string& report);

/// Writes `pictures` beside the report at `report`; nothing where require_pictures_writable makes
/// nothing. Errors: InputError.
void write_pictures(const std::string& report, const std::vector<BufferPicture>& pictures);

}  // namespace ringcheck
