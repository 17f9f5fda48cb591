#pragma once
// Findings that show in several areas. That of the padding shows in each unit with a linear buffer.

#include "properties/core/finding.hpp"

namespace ringcheck {

inline constexpr Finding kPaddingFinding = {
    "F-11",
    "Nothing orders the padding of Arm SPE and TRBE before the aux_head that is stored after it",
    "arm_spe_pmu_pad_buf and trbe_pad_buf fill the buffer up with what a decoder passes over, "
    "by memset, and then call perf_aux_output_skip, which stores user_page->aux_head. There is "
    "no barrier in between, and the DSB of the driver stands before the memset. Where stores "
    "are reordered, a reader that has loaded the new aux_head loads what was there a lap "
    "before and takes it for trace. smp_wmb between the two (padding=wmb) removes it.",
    "Readers of Arm SPE and TRBE trace (arm64): the padding may be trace of the lap before."};

}  // namespace ringcheck
