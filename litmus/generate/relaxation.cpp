// Reading and writing relaxations.
// Synonyms: Ws for Co; Mb for FenceMb, and so on; Fence alone for the strongest one; Dp without a
// kind for DpAddr; Ctrl for DpCtrl (before a read it means the branch with the fence that makes it
// order, if the architecture has one); DetourRR for DetourR, and DetourWR for DetourW; Rmw for
// Amo.Swp. Refused: AC, BC and ABC, which are composites of the others.
// Source: herdtools7, manual, sections "More candidate relaxations", "Additional relaxations",
// "Composite relaxations and cumulativity", "Detour candidate relaxations".
// Tested by tests/litmus/cycle_test.cpp.
#include "litmus/generate/relaxation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "graph/diagnostic.hpp"

namespace ringcheck::litmus {

namespace {

struct Communication {
  std::string_view name;
  RelaxationKind kind;
  Direction from, to;
};
constexpr std::array<Communication, 4> kCommunications = {{
    {"Rf", RelaxationKind::reads_from, Direction::write, Direction::read},
    {"Fr", RelaxationKind::from_read, Direction::read, Direction::write},
    {"Co", RelaxationKind::coherence, Direction::write, Direction::write},
    {"Ws", RelaxationKind::coherence, Direction::write, Direction::write},
}};

constexpr char letter_of(Direction direction) {
  return direction == Direction::read ? 'R' : 'W';
}

/// The beginning of a relaxation within a thread, whatever follows.
struct Prefix {
  std::string name;
  RelaxationKind kind;
  DependencyKind dependency = DependencyKind::address;
  std::string fence{};
  bool fenced_to_reads = false;  ///< the fence stands only before a read
};

std::vector<Prefix> prefixes_of(const CycleLanguage& language) {
  std::vector<Prefix> all = {{"Po", RelaxationKind::program_order}};
  for (const FenceWord& fence : language.fences) {
    all.push_back({fence.name, RelaxationKind::fence, {}, fence.name});
    if (language.architecture == Architecture::c)
      all.push_back({fence.name.substr(5), RelaxationKind::fence, {}, fence.name});
  }
  all.push_back({"Fence", RelaxationKind::fence, {}, language.fences.front().name});
  all.push_back({"DpAddr", RelaxationKind::dependency, DependencyKind::address});
  all.push_back({"DpData", RelaxationKind::dependency, DependencyKind::data});
  all.push_back({"DpCtrl", RelaxationKind::dependency, DependencyKind::control});
  all.push_back({"Dp", RelaxationKind::dependency, DependencyKind::address});
  const std::string control_fence(language.control_fence);
  all.push_back({"Ctrl", RelaxationKind::dependency, DependencyKind::control, control_fence, true});
  if (!control_fence.empty()) {
    // Both spellings of diy's releases: DpCtrlIsync and DpCtrlISync.
    std::string lower = control_fence;
    std::transform(lower.begin() + 1, lower.end(), lower.begin() + 1,
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string& name : {control_fence, lower})
      all.push_back(
          {"DpCtrl" + name, RelaxationKind::dependency, DependencyKind::control, control_fence});
  }
  return all;
}

/// Reads one word to its end.
class WordReader {
 public:
  WordReader(std::string_view word, const CycleLanguage& language)
      : rest_(word), language_(language) {}

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  /// The directions that the next letter may mean; empty when there is none.
  std::vector<Direction> take_directions() {
    if (take("R")) return {Direction::read};
    if (take("W")) return {Direction::write};
    if (take("*")) return {Direction::read, Direction::write};
    return {};
  }

  std::optional<Mark> take_mark() {
    const MarkWord* longest = nullptr;
    for (const MarkWord& mark : language_.marks)
      if (rest_.starts_with(mark.name) &&
          (longest == nullptr || mark.name.size() > longest->name.size()))
        longest = &mark;
    if (longest == nullptr) return std::nullopt;
    rest_.remove_prefix(longest->name.size());
    return longest->mark;
  }

 private:
  std::string_view rest_;
  const CycleLanguage& language_;
};

bool fits(const CycleLanguage& language, std::optional<Mark> mark, Direction direction) {
  if (!mark) return true;
  const auto found = std::ranges::find(language.marks, *mark, &MarkWord::mark);
  return direction == Direction::read ? found->of_reads : found->of_writes;
}

/// Reads the marks that end a word, for both ends or for none, and adds the relaxation if they fit.
void finish(WordReader reader, Relaxation r, const CycleLanguage& language,
            std::vector<Relaxation>& found) {
  r.from_mark = reader.take_mark();
  if (r.from_mark) {
    r.to_mark = reader.take_mark();
    if (!r.to_mark) return;
  }
  if (reader.at_end() && fits(language, r.from_mark, r.from) && fits(language, r.to_mark, r.to))
    found.push_back(std::move(r));
}

void read_communication(std::string_view word, const CycleLanguage& language,
                        std::vector<Relaxation>& found) {
  for (const Communication& c : kCommunications) {
    WordReader reader(word, language);
    if (!reader.take(c.name)) continue;
    Relaxation r;
    r.kind = c.kind;
    r.same_location = true;
    r.from = c.from;
    r.to = c.to;
    r.external = reader.take("e");
    if (r.external || reader.take("i")) finish(reader, r, language, found);
  }
}

void read_internal(std::string_view word, const Prefix& prefix, const CycleLanguage& language,
                   std::vector<Relaxation>& found) {
  WordReader reader(word, language);
  if (!reader.take(prefix.name)) return;
  Relaxation r;
  r.kind = prefix.kind;
  r.dependency = prefix.dependency;
  r.same_location = reader.take("s");
  if (!r.same_location && !reader.take("d")) return;
  const bool dependency = r.kind == RelaxationKind::dependency;
  const std::vector<Direction> from =
      dependency ? std::vector{Direction::read} : reader.take_directions();
  const std::vector<Direction> to = reader.take_directions();
  for (const Direction source : from)
    for (const Direction target : to) {
      if (dependency && r.dependency == DependencyKind::data && target == Direction::read) continue;
      r.from = source;
      r.to = target;
      r.fence = prefix.fenced_to_reads && target == Direction::write ? "" : prefix.fence;
      finish(reader, r, language, found);
    }
}

/// The ends of a detour, by its name.
struct Detour {
  std::string_view name;
  Direction from, to;
};
constexpr std::array<Detour, 6> kDetours = {{{"DetourR", Direction::read, Direction::read},
                                             {"DetourW", Direction::write, Direction::read},
                                             {"DetourRR", Direction::read, Direction::read},
                                             {"DetourWR", Direction::write, Direction::read},
                                             {"DetourRW", Direction::read, Direction::write},
                                             {"DetourWW", Direction::write, Direction::write}}};

void read_detour(std::string_view word, const CycleLanguage& language,
                 std::vector<Relaxation>& found) {
  for (const Detour& detour : kDetours) {
    WordReader reader(word, language);
    if (!reader.take(detour.name)) continue;
    Relaxation r;
    r.kind = RelaxationKind::detour;
    r.same_location = true;
    r.from = detour.from;
    r.to = detour.to;
    finish(reader, r, language, found);
  }
}

void read_exchange(std::string_view word, const CycleLanguage& language,
                   std::vector<Relaxation>& found) {
  WordReader reader(word, language);
  if (language.exchange.empty() || !(reader.take(language.exchange) || reader.take("Rmw"))) return;
  Relaxation r;
  r.kind = RelaxationKind::exchange;
  r.same_location = true;
  r.to = Direction::write;
  finish(reader, r, language, found);
}

std::string expectation(const CycleLanguage& language) {
  std::string fences;
  for (const FenceWord& fence : language.fences) fences += fence.name + ", ";
  std::string marks;
  for (const MarkWord& mark : language.marks) marks += fmt::format(" {}", mark.name);
  return fmt::format(
      "a relaxation of {}: (Rf|Fr|Co)(e|i), (Po|FENCE)(s|d)(R|W)(R|W), "
      "Dp(Addr|Data|Ctrl{})(s|d)(R|W), Detour(R|W|RW|WW){}{} "
      "with FENCE one of {}Fence{}",
      language.name,
      language.control_fence.empty() ? "" : fmt::format("|Ctrl{}", language.control_fence),
      language.exchange.empty() ? "" : ", ", language.exchange, fences,
      marks.empty() ? "" : fmt::format(", and at the end marks that fit both accesses:{}", marks));
}

}  // namespace

std::string text_of(const Relaxation& r, const CycleLanguage& language) {
  std::string text;
  if (communicates(r)) {
    const auto row = std::ranges::find(kCommunications, r.kind, &Communication::kind);
    text = fmt::format("{}{}", row->name, r.external ? 'e' : 'i');
  } else if (r.kind == RelaxationKind::exchange) {
    text = language.exchange;
  } else if (r.kind == RelaxationKind::detour) {
    text = std::ranges::find_if(kDetours, [&](const Detour& detour) {
             return detour.from == r.from && detour.to == r.to;
           })->name;
  } else {
    const char location = r.same_location ? 's' : 'd';
    constexpr std::array<std::string_view, 3> kDependencies = {"Addr", "Data", "Ctrl"};
    if (r.kind == RelaxationKind::dependency)
      text = fmt::format("Dp{}{}{}{}", kDependencies[static_cast<std::size_t>(r.dependency)],
                         r.fence, location, letter_of(r.to));
    else
      text = fmt::format("{}{}{}{}", r.kind == RelaxationKind::fence ? r.fence : "Po", location,
                         letter_of(r.from), letter_of(r.to));
  }
  if (r.from_mark) text += name_of(language, *r.from_mark);
  if (r.to_mark) text += name_of(language, *r.to_mark);
  return text;
}

std::string text_of(const std::vector<Relaxation>& cycle, const CycleLanguage& language) {
  std::string text;
  for (const Relaxation& r : cycle) text += (text.empty() ? "" : " ") + text_of(r, language);
  return text;
}

std::string tag_of(const Relaxation& r, const CycleLanguage& language) {
  Relaxation bare = r;
  bare.from_mark = bare.to_mark = std::nullopt;
  std::string text = text_of(bare, language);
  if (r.kind < RelaxationKind::detour) {
    // The family tells directions; of locations, only the unusual one is told.
    text.resize(text.size() - (r.kind == RelaxationKind::dependency ? 2 : 3));
    if (r.kind == RelaxationKind::dependency) text.erase(0, 2);
    if (r.same_location) text += 's';
  }
  if (r.from_mark) text += name_of(language, *r.from_mark);
  if (r.to_mark) text += name_of(language, *r.to_mark);
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

namespace {

/// Reads words and brackets.
class CompositeReader {
 public:
  CompositeReader(std::string_view text, const CycleLanguage& language, std::string_view option)
      : text_(text), language_(language), option_(option), prefixes_(prefixes_of(language)) {}

  std::vector<Composite> read() {
    std::vector<Composite> all;
    while (skip_blanks()) {
      if (text_[next_] == '[')
        append(read_brackets(), all);
      else
        for (Relaxation& r : read_word()) all.push_back({std::move(r)});
    }
    if (all.empty())
      throw InputError({std::string(option_), 0, 0,
                        fmt::format("saw none, expected {}", expectation(language_))});
    return all;
  }

 private:
  /// Returns whether there is more.
  bool skip_blanks() {
    next_ = std::min(text_.find_first_not_of(" ,\t\n", next_), text_.size());
    return next_ < text_.size();
  }

  [[noreturn]] void reject(std::size_t at, const std::string& what) const {
    throw InputError({std::string(option_), 1, static_cast<int>(at) + 1, what});
  }

  static void append(std::vector<Composite> more, std::vector<Composite>& all) {
    std::ranges::move(more, std::back_inserter(all));
  }

  /// Every combination of what its words may mean, one after the other.
  std::vector<Composite> read_brackets() {
    const std::size_t begun = next_++;
    std::vector<Composite> all{{}};
    while (skip_blanks() && text_[next_] != ']') {
      if (text_[next_] == '[') reject(next_, "saw '[' within brackets, expected a relaxation or ]");
      std::vector<Composite> longer;
      for (const Relaxation& r : read_word())
        for (Composite composite : all) {
          composite.push_back(r);
          longer.push_back(std::move(composite));
        }
      all = std::move(longer);
    }
    if (next_ == text_.size()) reject(begun, "saw '[' without its ], expected both");
    if (all.front().empty()) reject(begun, "saw brackets around nothing, expected relaxations");
    ++next_;
    return all;
  }

  std::vector<Relaxation> read_word() {
    const std::size_t end = std::min(text_.find_first_of(" ,\t\n[]", next_), text_.size());
    const std::string_view word = text_.substr(next_, end - next_);
    std::vector<Relaxation> found;
    read_communication(word, language_, found);
    read_detour(word, language_, found);
    read_exchange(word, language_, found);
    for (std::size_t i = 0; i < prefixes_.size() && found.empty(); ++i)
      read_internal(word, prefixes_[i], language_, found);
    if (found.empty())
      reject(next_, fmt::format("saw '{}', expected {}", word.empty() ? "]" : word,
                                expectation(language_)));
    for (Relaxation& r : found) r.place = {1, static_cast<int>(next_) + 1};
    next_ = end;
    return found;
  }

  std::string_view text_;
  const CycleLanguage& language_;
  std::string_view option_;
  std::vector<Prefix> prefixes_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<Composite> parse_composites(std::string_view text, const CycleLanguage& language,
                                        std::string_view option) {
  return CompositeReader(text, language, option).read();
}

std::vector<Relaxation> parse_relaxations(std::string_view text, const CycleLanguage& language,
                                          std::string_view option) {
  std::vector<Relaxation> all;
  for (Composite& composite : parse_composites(text, language, option))
    std::ranges::move(composite, std::back_inserter(all));
  return all;
}

}  // namespace ringcheck::litmus
