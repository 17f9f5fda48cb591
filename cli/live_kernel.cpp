// A perf buffer of the running kernel. A sample is a page fault: pages are given back with
// madvise(MADV_DONTNEED) and touched one by one while the event is enabled.
// Source: perf_event_open(2); include/uapi/linux/perf_event.h.
// Tested by tests/cli/conform_test.cpp where the kernel allows it.
#include "cli/live_kernel.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

namespace ringcheck {

namespace {

constexpr std::uint64_t kMostSamples = 4096;  ///< of one step

[[noreturn]] void refuse(const char* call) {
  throw KernelRefuses(fmt::format("{}: {}", call, std::generic_category().message(errno)));
}

perf_event_attr attributes(const LiveSetup& setup, std::uint64_t sample_type) {
  perf_event_attr attr{};
  attr.size = sizeof(attr);
  attr.type = PERF_TYPE_SOFTWARE;
  attr.config = PERF_COUNT_SW_PAGE_FAULTS;
  attr.sample_period = 1;
  attr.sample_type = sample_type;
  attr.disabled = 1;
  attr.exclude_kernel = 1;
  attr.exclude_hv = 1;
  attr.sample_id_all = setup.sample_id_all ? 1 : 0;
  attr.write_backward = setup.backward ? 1 : 0;
  attr.watermark = setup.by_watermark ? 1 : 0;
  attr.wakeup_events = static_cast<std::uint32_t>(setup.wakeup);
  return attr;
}

int perf_event_open(perf_event_attr& attr) {
  constexpr int kThisThread = 0;
  constexpr int kAnyCpu = -1;
  constexpr int kNoGroup = -1;
  const long number = syscall(SYS_perf_event_open, &attr, kThisThread, kAnyCpu, kNoGroup, 0);
  if (number < 0) refuse("perf_event_open");
  return static_cast<int>(number);
}

}  // namespace

KernelBuffer::Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

KernelBuffer::Mapping::Mapping(std::size_t bytes, int protection, int flags, int descriptor)
    : start_(mmap(nullptr, bytes, protection, flags, descriptor, 0)), bytes_(bytes) {
  if (start_ == MAP_FAILED) refuse("mmap");
}

KernelBuffer::Mapping::~Mapping() {
  munmap(start_, bytes_);
}

KernelBuffer::KernelBuffer(const LiveSetup& setup) : setup_(setup) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (page != kLivePageSize)
    throw KernelRefuses(fmt::format("pages of {} bytes, not {}", page, kLivePageSize));
  for (const std::uint64_t sample_type : setup.sample_types) {
    perf_event_attr attr = attributes(setup, sample_type);
    events_.emplace_back(perf_event_open(attr));
  }
  const int first = events_.front().number();
  const int protection = setup.backward ? PROT_READ : PROT_READ | PROT_WRITE;
  ring_ = std::make_unique<Mapping>(page + setup.data_size, protection, MAP_SHARED, first);
  for (std::size_t i = 1; i < events_.size(); ++i)
    control(events_[i].number(), PERF_EVENT_IOC_SET_OUTPUT, static_cast<unsigned long>(first));
  faults_ = std::make_unique<Mapping>(kMostSamples * page, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1);
  // A huge page would be one fault.
  if (madvise(faults_->bytes(), kMostSamples * page, MADV_NOHUGEPAGE) != 0 && errno != EINVAL)
    refuse("madvise");

  rb_.at.data_head = offsetof(perf_event_mmap_page, data_head) / kWordBytes;
  rb_.at.data_tail = offsetof(perf_event_mmap_page, data_tail) / kWordBytes;
  rb_.at.data = page / kWordBytes;
  rb_.data_size = setup.data_size;
  rb_.page_size = page;
  map_.overwrite = setup.backward;
}

LiveState KernelBuffer::take(const LiveStep& step) {
  const int first = events_.front().number();
  bool ready = false;
  switch (step.op) {
    case LiveStep::Op::emit:
      emit(step.event, step.count);
      break;
    case LiveStep::Op::consume:
      consume(step.count);
      break;
    case LiveStep::Op::pause:
    case LiveStep::Op::resume:
      control(first, PERF_EVENT_IOC_PAUSE_OUTPUT, step.op == LiveStep::Op::pause ? 1 : 0);
      break;
    case LiveStep::Op::poll:
      ready = poll();
      break;
  }
  return look(ready);
}

void KernelBuffer::control(int descriptor, unsigned long request, unsigned long argument) const {
  if (ioctl(descriptor, request, argument) != 0) refuse("ioctl of an event");
}

void KernelBuffer::emit(std::uint64_t event, std::uint64_t count) {
  if (count > kMostSamples)
    throw std::invalid_argument("more samples in one step than there are pages to touch");
  volatile char* const pages = faults_->bytes();
  if (madvise(faults_->bytes(), count * kLivePageSize, MADV_DONTNEED) != 0) refuse("madvise");
  const int descriptor = events_[event].number();
  control(descriptor, PERF_EVENT_IOC_ENABLE, 0);
  for (std::uint64_t i = 0; i < count; ++i) pages[i * kLivePageSize] = 1;
  control(descriptor, PERF_EVENT_IOC_DISABLE, 0);
}

NativeCpu KernelBuffer::cpu() const {
  return NativeCpu(reinterpret_cast<std::atomic<std::uint64_t>*>(ring_->bytes()));
}

void KernelBuffer::consume(std::uint64_t records) {
  if (setup_.backward) return;
  NativeCpu reader = cpu();
  PerfRecord<NativeCpu> record;
  if (perf_mmap_read_init(reader, rb_, map_) != 0) return;
  while (records-- > 0 && perf_mmap_read_event(reader, rb_, map_, record)) {
    perf_record_use(reader, rb_, record, [](std::uint64_t) {});
    perf_mmap_consume(reader, rb_, map_);
  }
}

bool KernelBuffer::poll() const {
  pollfd request{events_.front().number(), POLLIN, 0};
  if (::poll(&request, 1, 0) < 0) refuse("poll");
  return (request.revents & POLLIN) != 0;
}

LiveState KernelBuffer::look(bool ready) {
  NativeCpu reader = cpu();
  LiveState state;
  state.data_head = reader.smp_load_acquire(rb_.at.data_head);
  state.data_tail = reader.read_once(rb_.at.data_tail);
  state.records = records_between(setup_, seen_head_, state.data_head, [&](std::uint64_t offset) {
    return reader.load(rb_.data_word(offset));
  });
  state.ready = ready;
  seen_head_ = state.data_head;
  return state;
}

}  // namespace ringcheck
