// The CATU of a TMC-ETR, on the specification.
// Tested by tests/kernel/etr_specification_test.cpp and `make kernel`.
#include <utility>

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {

CatuBuffer EtrSpecification::catu_buffer(const SysfsBuffer<RecordingCpu>& got) {
  if (got.result != 0) return {got.result};
  catu_number_ = 0;
  if (got.buffer == 0 || usable(got.buffer).buf.mode != EtrMode::catu) return {};
  catu_number_ = got.buffer;
  return {0, true, usable(got.buffer).tables.front()};
}

int EtrSpecification::enable_catu(const std::function<SysfsBuffer<RecordingCpu>()>& find) {
  if (!has_catu(CatuEnabled::before_the_sink)) return 0;
  between_locks();
  catu_is_locked_ = true;
  const int result = catu_enable(catu_port_, catu_users_, [&] { return catu_buffer(find()); });
  catu_is_locked_ = false;
  between_locks();
  return result;
}

void EtrSpecification::disable_catu() {
  if (!has_catu(CatuEnabled::before_the_sink)) return;
  between_locks();
  catu_is_locked_ = true;
  catu_disable(catu_port_, catu_users_);
  catu_is_locked_ = false;
  between_locks();
}

std::optional<std::uint64_t> EtrSpecification::arrives(std::uint64_t address) const {
  if (!setup_.has_catu) return address;
  return catu_.translate(address,
                         [&](std::uint64_t, std::uint64_t offset) -> std::optional<std::uint64_t> {
                           if (catu_number_ == 0) return {};
                           const Made& made = buffers_.at(catu_number_ - 1);
                           if (made.freed || offset >= made.buf.paged_bytes()) return {};
                           return made.daddrs.at(offset / kEtrPageBytes) + offset % kEtrPageBytes;
                         });
}

}  // namespace ringcheck
