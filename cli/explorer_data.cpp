// An execution as data for the explorer's page.
// Tested by tests/cli/explorer_page_test.cpp.
#include "cli/explorer_data.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/execution_text.hpp"
#include "cli/other_reads.hpp"
#include "graph/cycle.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

class Data {
 public:
  explicit Data(const Explained& of)
      : of_(of),
        graph_(of.graph),
        shared_(shown_events(of.program, of.graph)),
        all_(every_event(of.program, of.graph)),
        place_(static_cast<std::size_t>(of.graph.size()), -1) {
    if (shared_.order.empty()) shared_ = all_;
    for (std::size_t i = 0; i < all_.order.size(); ++i) place_[all_.order[i]] = static_cast<int>(i);
  }

  Json json() {
    Json page;
    page["title"] = of_.title;
    page["message"] = of_.message;
    page["setting"] = of_.setting;
    page["model"] = of_.model.name();
    page["commands"] = of_.commands;
    page["litmus"] = of_.litmus;
    page["barrier"] = of_.barrier;
    page["threads"] = Json::array();
    for (const Thread& thread : of_.program.threads) page["threads"].push_back(thread.name);
    page["words"] = Json::array();
    for (const Location& word : of_.program.locations)
      page["words"].push_back(
          {{"name", word.name}, {"value", describe_value(of_.program, word.initial)}});
    page["strips"] = strips();
    page["events"] = Json::array();
    for (const EventNumber e : all_.order) page["events"].push_back(event(e));
    page["co"] = coherence();
    page["cycle"] = cycle();
    page["models"] = models();
    return page;
  }

 private:
  // Arrays are words with one name and consecutive numbers in brackets.
  Json strips() {
    Json strips = Json::array();
    const auto& words = of_.program.locations;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& first = words[i].name;
      if (!first.ends_with("[0]")) continue;
      const std::string name = first.substr(0, first.size() - 3);
      Json cells = Json::array();
      for (std::size_t n = 0;
           i + n < words.size() && words[i + n].name == fmt::format("{}[{}]", name, n); ++n)
        cells.push_back(i + n);
      strips.push_back({{"name", name}, {"words", cells}, {"marks", marks(name)}});
    }
    return strips;
  }

  // perf's positions are called after their area, and count bytes.
  Json marks(const std::string& area) {
    Json found = Json::array();
    for (std::size_t i = 0; i < of_.program.locations.size(); ++i)
      for (const char* const end : {"_head", "_tail"})
        if (of_.program.locations[i].name == area + end) found.push_back(i);
    return found;
  }

  Json event(EventNumber e) {
    const Event& event = graph_[e];
    Json json;
    const bool own = shared_.label[e].empty();
    json["name"] =
        own ? fmt::format("{}~{}", static_cast<char>('a' + event.id.thread % 26), event.id.index)
            : shared_.label[e];
    json["thread"] = event.id.thread;
    if (event.level > 0) json["level"] = event.level;
    json["kind"] = std::string(1, "RWFC"[static_cast<int>(event.kind)]);
    json["text"] = describe_event(of_.program, graph_, e, of_.words);
    if (own) json["own"] = true;
    add_words(event, json);
    for (const SiteName& site : of_.transcript.sites)
      if (site.event == event.id) add_site(site.name, json);
    if (const std::string note = note_of(e); !note.empty()) json["note"] = note;
    if (event.kind == EventKind::read && !own) json["others"] = others(e);
    return json;
  }

  void add_words(const Event& event, Json& json) {
    if (event.location == kNoLocation) return;
    json["word"] = event.location;
    json["value"] = describe_value(of_.program, event.value);
    if (event.kind == EventKind::read && event.rf != kNoEvent) json["from"] = place_[event.rf];
    if (event.rmw != kNoEvent) json["rmw"] = place_[event.rmw];
    if (!graph_.tracks_dependencies()) return;
    const Dependencies& on = graph_.dependencies(graph_.find(event.id));
    add_sources(on.address, "addr", json);
    add_sources(on.data, "data", json);
    if (event.kind == EventKind::write) add_sources(on.control, "ctrl", json);
  }

  void add_sources(const EventSet& sources, const char* name, Json& json) {
    Json list = Json::array();
    for_each(sources, [&](int e) {
      if (const int place = place_[static_cast<std::size_t>(e)]; place >= 0) list.push_back(place);
    });
    if (!list.empty()) json[name] = list;
  }

  void add_site(const std::string& name, Json& json) {
    json["site"] = name;
    if (const auto found = of_.sites.find(name); found != of_.sites.end())
      json["between"] = found->second;
  }

  // What the code says after this event and before its thread's next one.
  std::string note_of(EventNumber e) {
    if (!of_.tell) return "";
    std::string note;
    for (const std::string& text : notes_after(graph_, of_.transcript, e, of_.tell))
      note += (note.empty() ? "" : "; ") + text;
    return note;
  }

  Json others(EventNumber read) {
    constexpr const char* kAnswers[] = {"allowed", "refused", "follows"};
    Json list = Json::array();
    for (const OtherRead& other : other_reads(graph_, of_.model, read)) {
      Json json{{"event", place_[other.write]},
                {"value", describe_value(of_.program, graph_[other.write].value)},
                {"answer", kAnswers[static_cast<std::size_t>(other.answer)]}};
      if (!other.axiom.empty()) json["axiom"] = other.axiom;
      list.push_back(json);
    }
    return list;
  }

  Json coherence() {
    Json words = Json::array();
    for (int l = 0; l < graph_.locations(); ++l) {
      Json writes = Json::array();
      for (EventNumber w = graph_[static_cast<EventNumber>(l)].co_next; w != kNoEvent;
           w = graph_[w].co_next)
        writes.push_back(place_[w]);
      words.push_back(writes);
    }
    return words;
  }

  Json cycle() {
    Json edges = Json::array();
    for (const Edge& edge : shortest_sc_cycle(graph_))
      edges.push_back({place_[edge.from], place_[edge.to], name_of(edge.kind),
                       edge.kind != EdgeKind::po || of_.model.ordered(graph_, edge.from, edge.to)});
    return edges;
  }

  Json models() {
    Json list = Json::array();
    for (const std::string_view name : model_names()) {
      const Model model = find_model(name);
      Json json{{"name", name}, {"title", model.title()}};
      if (const std::string why = unasked(model); !why.empty()) {
        json["answer"] = "unasked";
        json["axiom"] = why;
      } else if (const auto refusal = model.refusal(graph_)) {
        json["answer"] = "refused";
        json["axiom"] = refusal->axiom;
        json["edges"] = Json::array();
        for (const NamedEdge& edge : refusal->edges)
          json["edges"].push_back({place_[edge.from], place_[edge.to], edge.name});
      } else {
        json["answer"] = "allowed";
      }
      list.push_back(json);
    }
    return list;
  }

  /// Why `model` cannot be asked about the execution; empty: it can.
  std::string unasked(const Model& model) {
    if (model.dependence() == Dependence::syntactic && !graph_.tracks_dependencies())
      return "dependencies were not recorded";
    for (int e = 0; e < graph_.size(); ++e)
      if (const auto why = model.refuses(graph_[static_cast<EventNumber>(e)].tags)) return *why;
    return "";
  }

  const Explained& of_;
  const ExecutionGraph& graph_;
  ShownEvents shared_;
  ShownEvents all_;
  std::vector<int> place_;  ///< in `events`, by event; -1: not there
};

}  // namespace

nlohmann::ordered_json explorer_data(const Explained& explained) {
  return Data(explained).json();
}

}  // namespace ringcheck
