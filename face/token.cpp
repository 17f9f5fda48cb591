// Tokens: r1.0=0.2 for a load that reads a store, r1.0=b3 for one that reads the initial value of
// the third object, b3:0.2:1.4 for a coherence order, c0.1=2 for a choice, with commas between.
// Tested by tests/face/answers_test.cpp.
#include "face/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

std::string key_text(const ObjectKey& key) {
  switch (key.kind) {
    case ObjectKey::Kind::body:
      return fmt::format("b{}", key.number);
    case ObjectKey::Kind::heap:
      return fmt::format("h{}.{}", key.thread, key.number);
    case ObjectKey::Kind::outside:
      break;
  }
  return fmt::format("o{}", key.number);
}

std::string event_text(EventId id) {
  return fmt::format("{}.{}", id.thread, id.index);
}

class Reader {
 public:
  Reader(const Layout& layout, std::string_view token)
      : layout_(layout), whole_(token), rest_(token) {}

  Decisions read() {
    decisions_.co.resize(layout_.objects().size());
    while (!rest_.empty()) {
      const char kind = rest_.front();
      if (kind == 'r' || kind == 'c')
        read_value(kind);
      else
        read_order();
      if (!rest_.empty()) take(',');
    }
    return std::move(decisions_);
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError({"token", 1, static_cast<int>(whole_.size() - rest_.size()) + 1,
                      "saw '" + std::string(rest_.substr(0, 10)) +
                          "', expected a decision as witnesses print them"});
  }
  void take(char c) {
    if (rest_.empty() || rest_.front() != c) refuse();
    rest_.remove_prefix(1);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (failure != std::errc()) refuse();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  EventId event() {
    const auto thread = static_cast<ThreadId>(number());
    take('.');
    return {thread, static_cast<std::uint16_t>(number())};
  }
  /// The location of a key; none while the layout does not have it.
  std::optional<LocId> location() {
    ObjectKey key;
    const char kind = rest_.empty() ? ' ' : rest_.front();
    if (kind != 'b' && kind != 'h' && kind != 'o') refuse();
    rest_.remove_prefix(1);
    key.kind = kind == 'b'   ? ObjectKey::Kind::body
               : kind == 'h' ? ObjectKey::Kind::heap
                             : ObjectKey::Kind::outside;
    if (kind == 'h') {
      key.thread = static_cast<ThreadId>(number());
      take('.');
    }
    key.number = number();
    const auto at = std::ranges::lower_bound(layout_.objects(), key, {}, &ObjectRow::key);
    if (at == layout_.objects().end() || at->key != key) return std::nullopt;
    return static_cast<LocId>(at - layout_.objects().begin());
  }
  void read_value(char kind) {
    take(kind);
    const EventId its = event();
    take('=');
    if (kind == 'c') {
      decisions_.choices.push_back({its, number()});
    } else if (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      decisions_.rf.push_back({its, event()});
    } else if (const auto l = location()) {
      decisions_.rf.push_back({its, {kInitThread, static_cast<std::uint16_t>(*l)}});
    }
  }
  void read_order() {
    const auto l = location();
    while (!rest_.empty() && rest_.front() == ':') {
      take(':');
      const EventId its = event();
      if (l) decisions_.co[*l].push_back(its);
    }
  }

  const Layout& layout_;
  std::string_view whole_;
  std::string_view rest_;
  Decisions decisions_;
};

}  // namespace

std::string token_of(const Layout& layout, const ExecutionGraph& graph,
                     const std::vector<int>& reached) {
  Decisions decisions = decisions_of(graph);
  const auto cut_off = [&](EventId id) { return id.index >= reached[id.thread]; };
  std::erase_if(decisions.rf, [&](const auto& rf) { return cut_off(rf.read); });
  std::erase_if(decisions.choices, [&](const auto& chosen) { return cut_off(chosen.choice); });
  for (auto& order : decisions.co) std::erase_if(order, cut_off);
  std::string token;
  const auto add = [&](const std::string& part) { token += (token.empty() ? "" : ",") + part; };
  for (const auto& rf : decisions.rf)
    add(fmt::format("r{}={}", event_text(rf.read),
                    rf.write.thread == kInitThread ? key_text(layout.objects()[rf.write.index].key)
                                                   : event_text(rf.write)));
  for (const auto& chosen : decisions.choices)
    add(fmt::format("c{}={}", event_text(chosen.choice), chosen.value));
  for (std::size_t l = 0; l < decisions.co.size(); ++l) {
    if (decisions.co[l].empty()) continue;
    std::string order = key_text(layout.objects()[l].key);
    for (const EventId id : decisions.co[l]) order += ":" + event_text(id);
    add(order);
  }
  return token;
}

Decisions decisions_of_token(const Layout& layout, std::string_view token) {
  return Reader(layout, token).read();
}

}  // namespace ringcheck
