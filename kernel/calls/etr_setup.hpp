#pragma once
// A TMC-ETR at the start of a program: what it is, and which memory its driver gets.

#include <functional>
#include <optional>
#include <vector>

#include "kernel/calls/aux_area.hpp"
#include "kernel/calls/etr_port.hpp"
#include "kernel/calls/etr_users.hpp"
#include "protocol/coresight/tracer_case.hpp"
#include "protocol/tmc/catu_registers.hpp"
#include "protocol/tmc/etr_alloc.hpp"
#include "protocol/tmc/etr_event.hpp"
#include "protocol/tmc/etr_sysfs.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kEtrPageBytes = 4096;  ///< of the CPU and of tables

/// Memory of the driver, as the device finds it.
struct EtrGot {
  EtrMemory memory{};
  std::uint64_t hwaddr = 0;           ///< device address of the memory, or of the table
  std::vector<std::uint64_t> daddrs;  ///< of its pages, if they are scattered
  std::vector<std::uint64_t> tables;  ///< of the pages of a CATU's table
};

/// Device addresses that have been given to pages and to runs of pages, by number.
struct EtrAddresses {
  std::uint64_t pages = 0, runs = 0;
};

/// The device address of page `i` of those that were mapped: neighbours are swapped, and all lie
/// above 4 GiB and below what entries of tables can hold.
constexpr std::uint64_t etr_page_address(std::uint64_t i) {
  return 0x12'3400'0000 + (i ^ 1U) * kEtrPageBytes;
}
/// The same of run `i`.
constexpr std::uint64_t etr_run_address(std::uint64_t i) {
  return 0x9a'bc00'0000 + i * 0x1000'0000;
}

/// What the driver gets until it has an event's memory.
struct EtrStart {
  EtrGot got{};
  std::uint64_t allocations = 0;
  std::uint64_t lost_pages = 0;  ///< those that could not be mapped for the device
  EtrSteps steps{};
  EtrAddresses given{};
};

/// Who was there before the program.
enum class EtrFirst : std::uint8_t {
  nobody,
  sysfs,
  debugger,
  its_session,    ///< a tracer of the session
  other_session,  ///< of another one
  read_by_file,   ///< somebody reads what sysfs has left
  its_owner,      ///< a tracer of another event that follows a task, of the same owner
  mapped,         ///< another event of the session, which does not trace
  another_size,   ///< sysfs, which has left, and says another size now
  lap_by_file,    ///< somebody reads what sysfs has left, after the sink wrapped
};
struct EtrCame {
  EtrUser user = EtrUser::nobody;
  std::size_t other = 0;
};
/// What they did, one after the other.
std::vector<EtrCame> etr_came(EtrFirst first);

/// A program's set-up: that of the area, and of the sink.
struct EtrSetup {
  AuxAreaSetup area;
  std::uint64_t capabilities = 0;  ///< TMC_ETR_SG and the bits after it
  std::uint64_t memwidth = 4;
  std::uint64_t configured = kEtrPageBytes;      ///< the size that sysfs says (bytes)
  std::optional<EtrMode> preferred{};            ///< the kind of memory that sysfs prefers
  bool no_run = false;                           ///< there is no run of pages for the device
  bool no_pages = false;                         ///< there is no page
  bool has_catu = false;                         ///< a CATU translates for the sink
  CatuEnabled catu = CatuEnabled::by_the_sink;   ///< as in the text
  bool has_iommu = false;                        ///< an IOMMU makes runs of any pages
  bool tells_id = false;                         ///< a record tells the ID, as in the text
  bool two_works = false;                        ///< perf has another work for requests to disable
  bool must_be_ready = false;                    ///< as in the text
  SysfsEnables enables = SysfsEnables::at_once;  ///< as in the text
  bool is_ready = true;                          ///< the sink comes to rest when that is waited for
  EtrSharing sharing = EtrSharing::alone;
  EtrFirst first = EtrFirst::nobody;
  TracerCase tracer_case = TracerCase::traces;

  [[nodiscard]] bool has(std::uint64_t capability) const {
    return (capabilities & capability) != 0;
  }
  /// The other size that sysfs says.
  [[nodiscard]] std::uint64_t other_size() const {
    return configured == kEtrPageBytes ? 2 * kEtrPageBytes : kEtrPageBytes;
  }
  /// What the driver gets for the event.
  [[nodiscard]] EtrStart start() const;
  [[nodiscard]] EtrMemory memory() const { return start().got.memory; }
};

/// Bits of EtrSetup::capabilities. Source: TMC_ETR_SG, TMC_ETR_AXI_ARCACHE, TMC_ETR_SAVE_RESTORE.
inline constexpr std::uint64_t kEtrScatters = 1, kEtrCachesReads = 2, kEtrRestores = 4;

/// The allocations of the driver for memory of the device. `take()` is true iff the next one can be
/// had.
class EtrAllocations {
 public:
  EtrAllocations(const EtrSetup& setup, EtrAddresses& given, EtrSteps& steps,
                 std::function<bool()> take)
      : setup_(setup), given_(given), steps_(steps), take_(std::move(take)) {}

  /// For an event whose AUX area has `aux_bytes` bytes, where sysfs says `configured`.
  EtrGot for_area(std::uint64_t configured, std::uint64_t aux_bytes);
  /// For sysfs.
  EtrGot of_size(std::uint64_t bytes);
  /// Pages that were lost.
  [[nodiscard]] std::uint64_t lost_pages() const { return lost_pages_; }

 private:
  /// Memory in this mode. Before the first one of a size, the driver allocates what it keeps about
  /// memory of that size. Source: tmc_alloc_etr_buf, tmc_etr_mode_alloc_buf.
  bool obtain(EtrMode mode, std::uint64_t bytes);
  bool obtain_run(std::uint64_t bytes);
  bool obtain_pages(EtrMode mode, std::uint64_t bytes);
  /// Pages, each of them mapped for the device, and all for the CPU. Source: tmc_pages_alloc.
  bool map(std::uint64_t count, std::vector<std::uint64_t>& daddrs);
  [[nodiscard]] EtrFacts facts(std::uint64_t configured) const;
  EtrGot got(const EtrMemory& memory);

  const EtrSetup& setup_;
  EtrAddresses& given_;
  EtrSteps& steps_;
  std::function<bool()> take_;
  EtrGot got_;
  std::uint64_t lost_pages_ = 0;
  std::uint64_t asked_ = 0;
  bool kept_ = false;
};

/// Words of the specification for the sink.
struct EtrWords : AuxAreaWords {
  explicit EtrWords(const EtrSetup& setup);

  /// The most buffers that a program has, beside the event's.
  static constexpr std::uint64_t kMostBuffers = 255;
  /// Words of the driver.
  static constexpr std::uint64_t kCount =
      SinkCells::kNames.size() + EtrCells::kCount + 2 + kMostBuffers + 2;

  SinkCells sink{};  ///< with the table's entry of the event's session
  std::uint64_t other_entry = 0;
  EtrCells etr{};  ///< with the event's buffer
  std::uint64_t id_told = 0;
  EtrStart start;
  EtrSteps asked{};  ///< until the driver has the memory
  bool refused = false;
};

}  // namespace ringcheck
