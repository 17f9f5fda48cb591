// A scenario that has nothing to do with perf.
#include "tests/check/message.hpp"

#include <array>

#include "check/setting.hpp"
#include "explore/checked_cpu.hpp"

namespace ringcheck::tests {

namespace {

constexpr std::uint32_t kTook = 1;
constexpr std::uint64_t kMessage = 7;
constexpr LocId kData = 0;
constexpr LocId kFlag = 1;

std::optional<Violation> violated(const MessageView& view) {
  if (!view.taken || view.value == kMessage) return std::nullopt;
  return Violation{"the message is {0}, where {1} was sent", {view.value, kMessage}};
}

bool seen(const MessageView& view) {
  return view.taken;
}

constinit const Property kMessageIsThere =
    property<violated, seen>("M-01", "The message is there when the flag is", "a message is taken");

constexpr std::array<std::string_view, 3> kPublish = {"none", "release", "mb"};
constexpr std::array<std::string_view, 3> kTake = {"none", "acquire", "mb"};
constexpr Site kPublishSite = {"publish", "message -> flag", kPublish, 1};
constexpr Site kTakeSite = {"take", "flag -> message", kTake, 1};

struct Settings {
  std::uint64_t looks = 0;
};
constexpr std::array kSettings = {
    number<&Settings::looks>("looks", "times that the taker looks at the flag", 1, 0, 4)};

void send(ThreadRun& run, std::string_view publish, bool flag_first) {
  const TagSet release = publish == "release" ? TagSet{Tag::once, Tag::release} : TagSet{Tag::once};
  if (!flag_first) run.store(address_of(kData), kMessage, {Tag::once});
  if (publish == "mb") run.fence({Tag::mb});
  run.store(address_of(kFlag), 1, release);
  if (flag_first) run.store(address_of(kData), kMessage, {Tag::once});
}

void take(ThreadRun& run, std::string_view take, std::uint64_t looks) {
  const TagSet acquire = take == "acquire" ? TagSet{Tag::once, Tag::acquire} : TagSet{Tag::once};
  for (std::uint64_t i = 0; i < looks; ++i) {
    const Word flag = run.load(address_of(kFlag), acquire);
    if (!run.branch(flag == Word(1))) continue;
    if (take == "mb") run.fence({Tag::mb});
    run.observe(kTook, run.load(address_of(kData), {Tag::once}), 0, 0, 0);
    return;
  }
}

Thread thread(const char* name, const LocationSet& may_write,
              std::function<void(ThreadRun&)> body) {
  Thread thread;
  thread.name = name;
  thread.may_write = may_write;
  thread.body = std::move(body);
  return thread;
}

Subject build(const Check& check) {
  Subject subject;
  subject.program.name = "message";
  subject.program.locations = {{"data", 0}, {"flag", 0}};
  LocationSet both;
  both.set(kData);
  both.set(kFlag);
  const std::string_view publish = check.plan["publish"];
  const std::string_view taking = check.plan["take"];
  const bool flag_first = check.defects.has("flag-first");
  const std::uint64_t looks = settings_of<Settings>(kSettings, check.parameters).looks;
  subject.program.threads = {
      thread("sender", both, [=](ThreadRun& run) { send(run, publish, flag_first); }),
      thread("taker", {}, [=](ThreadRun& run) { take(run, taking, looks); })};
  subject.views.emplace_back(MessageView());
  return subject;
}

}  // namespace

void MessageView::gather(const ExecutionGraph&, const Transcript& said) {
  taken = false;
  for (const Observation& told : said.observations)
    if (told.kind == kTook) {
      taken = true;
      value = told.numbers[0];
    }
}

const Scenario& message() {
  static constexpr std::array<const Site*, 2> kSites = {&kPublishSite, &kTakeSite};
  static const Scenario scenario = {"message",
                                    "a message is passed from one thread to another",
                                    {kSettings[0].parameter},
                                    Plan(kSites),
                                    {&kMessageIsThere},
                                    build};
  return scenario;
}

const Catalogue& messages() {
  static const Catalogue catalogue = {
      {&message()}, {&kMessageIsThere}, {&kPublishSite, &kTakeSite}, {"flag-first"}};
  return catalogue;
}

}  // namespace ringcheck::tests
