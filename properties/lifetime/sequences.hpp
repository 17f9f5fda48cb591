#pragma once
// Machines of sequences of this area, for its tests.

#include "properties/aux/aux_sequence.hpp"

namespace ringcheck {

extern const AuxSequence kBufferLives;          ///< buffer-lives
extern const AuxSequence kBufferSetup;          ///< buffer-setup
extern const AuxSequence kSharedBuffers;        ///< shared-buffers
extern const AuxSequence kSharedBuffersAsItIs;  ///< D-09
extern const AuxSequence kPageOfBuffer;         ///< page-of-buffer
extern const AuxSequence kMappedAreas;          ///< mapped-areas
extern const AuxSequence kLockedPages;          ///< locked-pages
extern const AuxSequence kLockedPagesOfOne;     ///< locked-pages-of-one
extern const AuxSequence kLockedPagesAsItIs;    ///< V-38
extern const AuxSequence kWatermark32;          ///< watermarks-of-32-bits
extern const AuxSequence kWatermark32AsItIs;    ///< V-37
extern const AuxSequence kAuxPageList;          ///< aux-page-list
extern const AuxSequence kAuxPageListAsItIs;    ///< V-51
extern const AuxSequence kAuxListLeft;          ///< aux-list-left
extern const AuxSequence kAuxListLeftAsItIs;    ///< V-57
extern const AuxSequence kRingSizes;            ///< ring-sizes
extern const AuxSequence kRingSizesAsItIs;      ///< D-18

}  // namespace ringcheck
