// Tested by tests/cli/ring_pictures_test.cpp.
#include "cli/report_pictures.hpp"

#include <filesystem>

#include "cli/buffer_svg.hpp"
#include "cli/output.hpp"
#include "cli/ring_pictures.hpp"
#include "cli/timeline_svg.hpp"
#include "properties/core/buffer_picture.hpp"

namespace ringcheck {
namespace {

/// False for standard output, a device or a pipe: there can be no files beside those.
bool has_a_folder(const std::string& report) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(report, error);
  return report != "-" &&
         (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
}

std::filesystem::path beside(const std::string& report, const std::string& name) {
  return std::filesystem::path(report).parent_path() / picture_path(name);
}

}  // namespace

std::vector<PictureFile> all_pictures() {
  std::vector<PictureFile> files;
  for (const Timeline& line : ring_timelines())
    files.push_back({line.name, line.title, line.text, to_svg(line)});
  for (const std::vector<BufferPicture>& pictures : {ring_strips(), aux_pictures()})
    for (const BufferPicture& picture : pictures)
      files.push_back({picture.name, picture.title, picture.text, to_svg(picture)});
  return files;
}

std::string picture_path(const std::string& name) {
  return "docs/pictures/" + name + ".svg";
}

void require_pictures_writable(const std::string& report) {
  if (!has_a_folder(report)) return;
  require_folder(beside(report, "any").parent_path().string(), "pictures");
  require_writable(beside(report, "any").string());
}

void write_pictures(const std::string& report, const std::vector<PictureFile>& pictures) {
  if (!has_a_folder(report)) return;
  for (const PictureFile& picture : pictures)
    write_output(beside(report, picture.name).string(), picture.svg);
}

}  // namespace ringcheck
