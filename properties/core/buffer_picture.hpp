#pragma once
// BufferPicture: buffers at a moment, with what lies where in them. It says nothing about how they
// are drawn.

#include <cstdint>
#include <string>
#include <vector>

namespace ringcheck {

/// What a range of a buffer is.
enum class RangeKind : std::uint8_t {
  unread,   ///< the reader has not taken it
  room,     ///< may be written
  fresh,    ///< new trace, where it belongs
  packet,   ///< a barrier packet
  missed,   ///< trace that nobody gets
  mistake,  ///< taken twice, or written where it must not be
};

/// Bytes of a buffer, from offset `from` on and around its end.
struct PictureRange {
  RangeKind kind = RangeKind::room;
  std::uint64_t from = 0, length = 0;
  std::string label{};  ///< left out if there is no room for it
};

/// A place in a buffer: before the byte at offset `at`.
struct PictureMark {
  std::uint64_t at = 0;
  std::string label;
  bool below = false;  ///< it belongs to the device, and stands below the buffer
};

/// What one row shows of a buffer.
struct PictureLane {
  std::string name;
  std::vector<PictureRange> ranges;
};

/// A buffer.
struct PictureStrip {
  std::string title;
  std::uint64_t bytes = 0;
  std::uint64_t tick = 0;  ///< bytes from one number of the scale to the next
  std::vector<PictureLane> lanes;
  std::vector<PictureMark> marks;
};

/// Bytes of the first buffer that are copied to the second, in one piece of either.
struct PictureCopy {
  std::uint64_t from = 0, to = 0, length = 0;
};

/// A line of the key.
struct PictureKey {
  RangeKind kind;
  std::string meaning;
};

/// Buffers at a moment.
struct BufferPicture {
  std::string name;   ///< of its file, without the suffix
  std::string title;  ///< in a few words
  std::string text;   ///< what there is to see, in a paragraph
  std::vector<PictureStrip> strips;
  std::vector<PictureCopy> copies;  ///< between the first two strips
  std::vector<PictureKey> key;
};

/// The AUX area at the moments that matter, each as a run of the specification reaches it.
std::vector<BufferPicture> aux_pictures();

/// From an ETR's bounce buffer to the AUX area, around the end of either.
BufferPicture bounce_copy_picture();
/// Which bytes a snapshot takes, and which it should.
BufferPicture snapshot_window_picture();
/// Where Intel PT's unit stops and interrupts, next to what is not read yet.
BufferPicture topa_markers_picture();

}  // namespace ringcheck
