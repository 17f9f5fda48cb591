// Tested by tests/cli/buffer_svg_test.cpp.
#include "cli/report_pictures.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/buffer_svg.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

/// False for standard output, a device or a pipe: files cannot lie beside those.
bool has_a_folder(const std::string& report) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(report, error);
  return report != "-" &&
         (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
}

std::filesystem::path beside(const std::string& report, const BufferPicture& picture) {
  return std::filesystem::path(report).parent_path() / picture_path(picture);
}

}  // namespace

std::string picture_path(const BufferPicture& picture) {
  return "docs/pictures/" + picture.name + ".svg";
}

std::string pictures_markdown(const std::vector<BufferPicture>& pictures) {
  std::string text =
      "## The AUX area in pictures\n\n"
      "Each is drawn from a run of the specification; `verify --report` writes them beside this "
      "file. V are entries of docs/findings.md.\n\n";
  for (const BufferPicture& picture : pictures)
    text += fmt::format("### {0}\n\n![{0}]({1})\n\n{2}\n\n", picture.title, picture_path(picture),
                        picture.text);
  return text;
}

void require_pictures_writable(const std::string& report) {
  if (!has_a_folder(report)) return;
  for (const BufferPicture& picture : aux_pictures()) {
    const std::filesystem::path path = beside(report, picture);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error)
      throw InputError({path.parent_path().string(), 0, 0, "cannot be made: " + error.message()});
    require_writable(path.string());
  }
}

void write_pictures(const std::string& report, const std::vector<BufferPicture>& pictures) {
  if (!has_a_folder(report)) return;
  for (const BufferPicture& picture : pictures)
    write_output(beside(report, picture).string(), to_svg(picture));
}

}  // namespace ringcheck
