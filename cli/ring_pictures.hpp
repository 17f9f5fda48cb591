#pragma once
// The ring at work, in pictures: each is drawn from an execution of the specification.

#include <vector>

#include "cli/timeline_svg.hpp"
#include "properties/core/buffer_picture.hpp"

namespace ringcheck {

/// Who does what, one after the other: A to D between writer and reader, a writer in a writer, a
/// wakeup, and an AUX transaction.
std::vector<Timeline> ring_timelines();

/// The buffer, moment by moment: records around its end, a LOST record, and an overwrite buffer.
std::vector<BufferPicture> ring_strips();

}  // namespace ringcheck
