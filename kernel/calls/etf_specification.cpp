// A TMC-ETF, a TMC-ETB or an ETB10 on the specification.
// Tested by tests/kernel/etf_specification_test.cpp and `make kernel`.
#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/etf_sides.hpp"

namespace ringcheck {

std::uint32_t etf_trace_word(std::uint32_t& written) {
  constexpr std::uint32_t kFactor = 0x0101'0307;
  return ++written * kFactor;
}

void take_trace(const Call& call, EtfHardware& hardware, std::uint32_t& written) {
  for (std::uint64_t i = 0; i < call.at(0) && hardware.captures(); ++i)
    hardware.trace(etf_trace_word(written));
  hardware.report(static_cast<std::uint32_t>(call.at(1)));
  if (call.at(2) != 0) hardware.trigger();
}

EtfWords::EtfWords(const EtfSetup& setup) : AuxAreaWords(setup.area), users(EtbCells::at(driver)) {
  driver_names = {"claim",     "debugger's claim", "mode",   "pid",          "refcnt",
                  "capturing", "cleared",          "target", "aux_hwid_done"};
  target = driver + EtbCells::kCount;
  id_told = target + 1;
  for (std::uint64_t i = 0; i < kOthers; ++i) {
    other_targets[i] = id_told + 1 + 2 * i;
    other_heads[i] = other_targets[i] + 1;
  }
  std::vector<std::uint64_t> orders;
  // What the drivers of tracer and sink keep about the event.
  refused = alloc_of(setup.area, orders).result != 0 || fails_in(2, setup.area.failing);
}

EtfSpecification::EtfSpecification(const EtfSetup& setup, const EtfWords& words, ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::any),
      setup_(setup),
      words_(words),
      hardware_(setup.etb10, setup.words, setup.is_ready, setup.flushes),
      etf_{.sink = {.bytes = setup.words * kEtfWord,
                    .etb10 = setup.etb10,
                    .program = {setup.words, kEtfTrigger},
                    .port = port_}} {
  constexpr std::uint64_t kId = std::uint64_t{1} << 56U | std::uint64_t{5} << 8U | 0x10U;
  etf_.sink.at.refcnt = words.users.refcnt;
  etf_.sink.at.target = words.target;
  etf_.users.at = words.users;
  etf_.users.sets_every_buffer = !setup.etb10;
  etf_.buffer = {kEtfSession, words.aux_bytes, words.target, words.handles[0].head};
  etf_.memwidth = setup.memwidth;
  etf_.aux = area_.aux;
  etf_.aux.events = area_.events;
  etf_.handle = words.handles[0];
  etf_.tracer = {setup.tells_id ? kId : 0, words.id_told};
  etf_.tracer_case = setup.tracer_case;
  for (const std::uint64_t head : words.other_heads) area_.word(head) = kEtfOtherHead;
  if (setup.pid_stays) area_.word(words.users.pid) = kEtfSession;
  file_.words.assign(setup.words, 0);
  file_.there = setup.etb10;
  area_.memory.observed = [other = area_.memory.observed](std::uint32_t kind, std::uint64_t a,
                                                          std::uint64_t b) {
    if (kind == said::FreedUsed<>::kKind) throw SpecificationFailure("freed memory is used");
    other(kind, a, b);
  };
  use(setup.first, true);
  area_.memory.tracing = true;
}

bool EtfSpecification::Hardware::claim(RecordingCpu& cpu, const ClaimTags& tags) const {
  of.steps_.add(EtrStep::claim);
  if (cpu.load(tags.mine) != 0 || cpu.load(tags.other) != 0) return false;
  cpu.store(tags.mine, 1);
  return true;
}

void EtfSpecification::Hardware::disclaim(RecordingCpu& cpu, const ClaimTags& tags) const {
  of.steps_.add(EtrStep::disclaim);
  coresight_disclaim_device(cpu, tags);
}

std::int64_t EtfSpecification::add(std::uint64_t event, bool started) {
  return etm_event_add(area_.cpu, unit_, etf_, area_.events.at(event), started) ? 0 : kInvalid;
}

void EtfSpecification::start(std::uint64_t event) {
  etm_event_start(area_.cpu, unit_, etf_, area_.events.at(event));
}

void EtfSpecification::stop(std::uint64_t event) {
  etm_event_stop(area_.cpu, unit_, etf_, area_.events.at(event));
}

void EtfSpecification::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work(!setup_.two_works);
}

bool EtfSpecification::program() {
  if (!setup_.etb10) return etf_enable_registers(port_, kEtfTrigger, setup_.must_be_ready);
  etb_enable_registers(port_, etf_.sink.program);
  return true;
}

void EtfSpecification::disable() {
  if (setup_.etb10) {
    etb_disable_registers(port_);
    etb_dump_hw(port_, file_.words);
    return;
  }
  etf_disable_registers(port_, [&] {
    if (area_.word(words_.users.mode) != kSinkSysfs) return;
    const bool lost = (port_.read(TmcRegister::sts) & kTmcFull) != 0;
    const std::span<std::uint32_t> own = file_.words;
    file_.bytes = tmc_etb_dump_hw(port_, file_.there ? own : own.first(0));
    if (file_.freed && (lost || file_.bytes != 0)) ringcheck::tell<said::FreedUsed>(area_.cpu);
  });
}

void EtfSpecification::drain() {
  if (setup_.etb10) etb_disable_registers(port_);
  port_.unlock();
  if (!setup_.etb10) tmc_flush_and_stop(port_);
}

int EtfSpecification::use_file() {
  const Hardware hardware{*this};
  int result = 0;
  use_.position = 0;
  if (!setup_.etb10) {
    result = use_.open ? tmc_read_unprepare_etb(area_.cpu, etf_.users, file_, hardware)
                       : tmc_read_prepare_etb(area_.cpu, etf_.users, file_, hardware);
    etf_.reading = file_.reading;
  }
  use_.open = !use_.open && result == 0;
  return result;
}

std::int64_t EtfSpecification::read(const EtfReading& what) {
  if (!use_.open) return 1;
  std::uint64_t at = what.at == 0 ? use_.position : what.at - 1;
  const EtfRead got = setup_.etb10
                          ? etb_read(area_.cpu, etf_.users, file_, Hardware{*this}, at, what.bytes)
                          : tmc_read(area_.cpu, file_, at, what.bytes);
  if (what.at == 0) use_.position = at;
  const auto byte = [&](std::uint64_t i) {
    const std::uint64_t place = got.from + i;
    return static_cast<std::uint8_t>(file_.words.at(place / kEtfWord) >> (8 * (place % kEtfWord)));
  };
  if (got.result > 0) read_ = sum_after_all(read_, static_cast<std::uint64_t>(got.result), byte);
  return got.result;
}

int EtfSpecification::use_sysfs(bool& uses, bool has_memory) {
  const Hardware hardware{*this};
  const auto start = [&] {
    if (!setup_.etb10)
      return tmc_enable_etf_sink_sysfs(area_.cpu, etf_.users, file_, has_memory, hardware);
    return etb_enable_sysfs(area_.cpu, etf_.users, hardware) ? 0 : kBusy;
  };
  const int result = uses ? disable_sink(area_.cpu, unit_, etf_) : start();
  uses = !uses && result == 0;
  return result;
}

int EtfSpecification::use_link() {
  const Hardware hardware{*this};
  if (std::exchange(use_.link, false)) {
    tmc_disable_etf_link(area_.cpu, etf_.users, file_, hardware);
    return 0;
  }
  const int result = tmc_enable_etf_link(area_.cpu, etf_.users, file_, hardware);
  use_.link = result == 0;
  return result;
}

int EtfSpecification::use_other(std::size_t other) {
  bool& joined = use_.joined.at(other);
  int result = 0;
  if (joined) {
    result = disable_sink(area_.cpu, unit_, etf_);
  } else {
    const EtbBuffer buffer = {other == 0 ? kEtfSession : kEtfOtherSession, setup_.area.page_bytes,
                              words_.other_targets.at(other), words_.other_heads.at(other)};
    if (etf_.reading)
      result = kInvalid;
    else if (!etb_enable_perf(area_.cpu, etf_.users, buffer, Hardware{*this}))
      result = kBusy;
  }
  joined = !joined && result == 0;
  return result;
}

int EtfSpecification::use(EtfUser user, bool has_memory) {
  switch (user) {
    case EtfUser::file:
      return use_file();
    case EtfUser::sysfs:
      return use_sysfs(use_.sysfs[0], has_memory);
    case EtfUser::sysfs_too:
      return use_sysfs(use_.sysfs[1], has_memory);
    case EtfUser::link:
      return use_link();
    case EtfUser::same_session:
      return use_other(0);
    case EtfUser::other_session:
      return use_other(1);
    case EtfUser::debugger:
      if (area_.word(words_.users.claim.mine) == 0) area_.word(words_.users.claim.other) ^= 1U;
      return 0;
    case EtfUser::reader:
    case EtfUser::nobody:
      return 0;
  }
  return 0;
}

void EtfSpecification::interrupt(const Call& call, Answers& answers) {
  const auto user = static_cast<EtfUser>(call.at(0));
  answer(answers, "another user",
         user == EtfUser::reader ? read({call.at(2), call.at(3)}) : use(user, call.at(1) == 0));
  answer(answers, "sum of what was read", static_cast<std::int64_t>(read_));
}

void EtfSpecification::write(const Call& call) {
  take_trace(call, hardware_, trace_);
}

void EtfSpecification::tell(Answers& answers) {
  const std::span<const std::uint32_t> own = file_.words;
  tell_etf(answers, steps_, hardware_, word(words_.target),
           setup_.etb10 ? setup_.words * kEtfWord : file_.bytes,
           file_.there && !file_.freed ? own : own.first(0));
  tell_area(answers);
}

void tell_etf(Answers& answers, const EtrSteps& steps, EtfHardware& hardware, std::uint64_t target,
              std::uint64_t bytes, std::span<const std::uint32_t> buffer) {
  const std::uint64_t sum =
      sum_after_all(buffer.size(), buffer.size(), [&](std::uint64_t i) { return buffer[i]; });
  answer(answers, "steps of the driver", static_cast<std::int64_t>(steps.count));
  answer(answers, "sum of the steps", static_cast<std::int64_t>(steps.sum));
  answer(answers, "read pointer", hardware.read(TmcRegister::rrp));
  answer(answers, "write pointer", hardware.read(TmcRegister::rwp));
  answer(answers, "STS", hardware.read(TmcRegister::sts));
  answer(answers, "place of the next copy", static_cast<std::int64_t>(target));
  answer(answers, "trace in the driver's buffer", static_cast<std::int64_t>(bytes));
  answer(answers, "sum of the driver's buffer", static_cast<std::int64_t>(sum));
}

}  // namespace ringcheck
