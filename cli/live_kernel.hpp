#pragma once
// KernelBuffer: a perf buffer of the running kernel, with software events.

#include <atomic>
#include <memory>
#include <stdexcept>
#include <vector>

#include "properties/ring/live_buffer.hpp"
#include "protocol/core/native_cpu.hpp"

namespace ringcheck {

/// The kernel does not let this process open the buffer: nothing can be concluded.
class KernelRefuses : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A buffer that page-fault events of this thread share. The specification's reader reads it, on
/// the mapped pages.
class KernelBuffer {
 public:
  /// Errors: KernelRefuses.
  explicit KernelBuffer(const LiveSetup& setup);

  /// Errors: KernelRefuses when a call fails that can only fail for the kernel's reasons.
  LiveState take(const LiveStep& step);

 private:
  /// A file descriptor.
  class Descriptor {
   public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor();
    [[nodiscard]] int number() const { return number_; }

   private:
    int number_;
  };
  /// Mapped memory.
  class Mapping {
   public:
    Mapping(std::size_t bytes, int protection, int flags, int descriptor);
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();
    [[nodiscard]] char* bytes() const { return static_cast<char*>(start_); }

   private:
    void* start_;
    std::size_t bytes_;
  };

  void control(int descriptor, unsigned long request, unsigned long argument) const;
  void emit(std::uint64_t event, std::uint64_t count);
  void consume(std::uint64_t records);
  [[nodiscard]] bool poll() const;
  LiveState look(bool ready);
  [[nodiscard]] NativeCpu cpu() const;

  LiveSetup setup_;
  std::vector<Descriptor> events_;
  std::unique_ptr<Mapping> ring_;
  std::unique_ptr<Mapping> faults_;  ///< pages to touch
  PerfBuffer rb_;
  PerfMmap<NativeCpu> map_;
  std::uint64_t seen_head_ = 0;
};
static_assert(LiveBuffer<KernelBuffer>);

}  // namespace ringcheck
