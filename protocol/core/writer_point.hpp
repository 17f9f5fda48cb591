#pragma once
// WriterPoint: named places between the accesses of a writer, where a driver can put an interrupt.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/core/cpu.hpp"

namespace ringcheck {

/// A place in the life of a writer, between two of its accesses. The places are in the order in
/// which a writer passes them.
enum class WriterPoint : std::uint8_t {
  get_handle,      ///< the lost count is sampled; the nest count is not raised
  load_tail,       ///< the nest count is raised; before the loads of tail and head, in each round
  move_head,       ///< before the compare-and-swap, in each round
  reserved,        ///< after the one that succeeded
  report_lost,     ///< before the lost count is taken, when there is something to report
  copy,            ///< before each piece of the record, and before the end
  put_handle,      ///< before the nest count is looked at
  publish,         ///< outermost only: before the write position is loaded, in each round
  head_loaded,     ///< between the load of the write position and the store of data_head
  head_published,  ///< after that store, with the nest count still 1
  unnested,        ///< the nest count is 0; before the second look at the write position
  left,            ///< nothing is left to do
};
inline constexpr std::size_t kWriterPointCount = 12;

/// Short names of the points, in the order of the enumeration, as recorded rows have them.
inline constexpr std::array<std::string_view, kWriterPointCount> kWriterPointNames = {
    "G0", "T", "X0", "X1", "L", "M", "N", "H", "W", "P", "Z", "G1"};

/// Tells the machine that a writer passes `point`, if the machine wants to know. It makes no
/// access, and does nothing for machines that interrupt before every access anyway.
template <Cpu C>
void come_by(C& cpu, WriterPoint point) {
  if constexpr (requires { cpu.come_by(point); }) cpu.come_by(point);
}

}  // namespace ringcheck
