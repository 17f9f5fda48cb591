#pragma once
// The pictures that `verify --report` draws: SVG files beside the report, which docs/ring.md and
// README.md show.

#include <string>
#include <vector>

namespace ringcheck {

/// A picture as a file.
struct PictureFile {
  std::string name;   ///< without folder and ending
  std::string title;  ///< in a few words
  std::string text;   ///< what there is to see, in a paragraph
  std::string svg;
};

/// The data ring and the AUX area, each drawn from runs of the specification.
std::vector<PictureFile> all_pictures();

/// The path of a picture's file, from the folder of the report.
std::string picture_path(const std::string& name);

/// Makes the folder for the pictures of the report at `report`, and finds out whether they can be
/// written. Does nothing for a report on standard output, a device or a pipe.
/// Errors: InputError.
void require_pictures_writable(const std::string& report);

/// Writes `pictures` beside the report at `report`; writes nothing if require_pictures_writable
/// makes nothing. Errors: InputError.
void write_pictures(const std::string& report, const std::vector<PictureFile>& pictures);

}  // namespace ringcheck
