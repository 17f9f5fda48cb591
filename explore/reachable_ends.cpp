// Runs of threads are unfolded as far as they can be reached. What is unfolded so far is put to a
// solver as clauses: which step each thread takes, what a read reads from, how writes are ordered, and
// that some step is taken that nobody has looked at. An assignment is a candidate; the model is asked
// about its graph. A least part of it that is refused is a clause from then on, in all that comes. When
// nothing more can be reached, all ends are known.
// Source: the way of Haas, Meyer, Ponce de León, "CAAT: consistency as a theory", OOPSLA 2022, to ask a
// model for reasons; here these are found by leaving decisions out.
// Tested by tests/explore/reachable_ends_test.cpp.
#include "explore/reachable_ends.hpp"

#include <algorithm>
#include <climits>
#include <map>
#include <set>

#include "explore/candidate_rules.hpp"
#include "explore/solver.hpp"
#include "explore/watch.hpp"

namespace ringcheck {

namespace {

/// `program`, all of whose reads wait for their values: those of locations that one thread alone writes
/// would be taken from the graph of a run, and what is merged has many graphs.
Program without_private_locations(const Program& program) {
  Program shared = program;
  LocationSet all;
  for (const Thread& thread : program.threads) all |= thread.may_write;
  if (shared.threads.size() < 2) shared.threads.push_back({"no other thread", [](ThreadRun&) {}});
  for (std::size_t t = 0; t < 2; ++t) shared.threads[t].may_write = all;
  return shared;
}

class Search {
 public:
  Search(const Program& program, const ReachLimits& limits, const ReachVisitors& visitors)
      : program_(without_private_locations(program)),
        limits_(limits),
        visitors_(visitors),
        watch_(limits.limits),
        runs_(program_) {
    nothing_.reset(program.initial_values(), static_cast<int>(program.threads.size()), true);
  }

  EndedBy run() {
    for (std::size_t t = 0; t < program_.threads.size(); ++t)
      if (!take(static_cast<int>(t))) return EndedBy::executions;
    while (!open_.empty() && solver_.solve(assumed_, asked())) {
      if (const EndedBy limit = watch_.look(); limit != EndedBy::nothing) return limit;
      if (conflicts_ + solver_.conflicts() > limits_.conflicts ||
          runs_.steps().size() > limits_.steps)
        return EndedBy::executions;
      if (!accepts()) continue;
      std::vector<int> reached;
      if (!take_note(reached)) return EndedBy::visitor;
      for (const int s : reached)
        if (!take(s)) return EndedBy::executions;
    }
    return EndedBy::nothing;
  }

 private:
  /// A clause that gets more literals as more is unfolded: the last one says that there are more, and
  /// is assumed to be false until there are.
  struct Growing {
    std::vector<Literal> first;  ///< that it begins with, before it is in the solver
    std::size_t assumption = SIZE_MAX;
  };

  [[nodiscard]] const RunStep& step(int s) const {
    return runs_.steps()[static_cast<std::size_t>(s)];
  }
  [[nodiscard]] const RunPlace& place(int p) const {
    return runs_.places()[static_cast<std::size_t>(p)];
  }

  static int variable_in(std::vector<int>& variables, int number, Solver& solver) {
    while (variables.size() <= static_cast<std::size_t>(number))
      variables.push_back(solver.new_variable());
    return variables[static_cast<std::size_t>(number)];
  }
  int variable_of_step(int s) { return variable_in(steps_, s, solver_); }
  int variable_of_place(int p) { return variable_in(places_, p, solver_); }

  /// The variable of `atom`.
  int variable_of(const Atom& atom) {
    const auto [at, is_new] = variables_.try_emplace(atom, 0);
    if (is_new) at->second = solver_.new_variable();
    return at->second;
  }

  /// The variable that says that write `w` is issued with `value`.
  int variable_of_issue(Structure w, std::uint64_t value) {
    const auto [at, is_new] = issued_.try_emplace({w, value});
    Issue& issue = at->second;
    if (is_new) {
      issue.variable = solver_.new_variable();
      issue.by.first = {negative(issue.variable)};
      for (const int s : runs_.issuers(w, value)) grow(issue.by, positive(variable_of_step(s)));
      if (const auto early = early_.find(w); early != early_.end())
        grow(issue.by, positive(early->second.variable));
    }
    return issue.variable;
  }

  void grow(Growing& clause, Literal by) {
    const int more = solver_.new_variable();
    std::vector<Literal> literals;
    if (clause.assumption == SIZE_MAX) {
      literals = clause.first;
      clause.assumption = assumed_.size();
      assumed_.push_back(more);
    } else {
      literals = {negative(assumed_[clause.assumption])};
      assumed_[clause.assumption] = more;
    }
    literals.push_back(by);
    literals.push_back(positive(more));
    solver_.add(literals);
  }

  /// Takes step `s`, and tells the solver what comes of it. Returns false when the code has too many
  /// loads.
  bool take(int s) {
    if (!runs_.take(s)) return false;
    std::vector<RunChange> changes = runs_.changes();
    for (const RunChange& change : changes)
      if (change.kind == RunChange::Kind::step) add_step(change.step);
    tell_taken(s);
    for (const RunChange& change : changes) {
      if (change.kind == RunChange::Kind::from) {
        Growing& from = from_[change.place];
        if (from.first.empty()) from.first = {negative(variable_of_place(change.place))};
        grow(from, positive(variable_of_step(change.step)));
      } else if (change.kind == RunChange::Kind::source) {
        add_source(change.step, change.write);
      } else if (change.kind == RunChange::Kind::issuer) {
        if (const auto at = issued_.find({change.write, change.value}); at != issued_.end())
          grow(at->second.by, positive(variable_of_step(change.step)));
      }
    }
    return true;
  }

  /// Takes note of the writes of step `s` that may take effect before reads that precede them.
  void note_early_writes(int s) {
    std::map<int, Structure> fresh;  // by slot
    for (const IssuedWrite& write : step(s).writes)
      if (known_writes_.insert(write.structure).second) fresh[write.slot] = write.structure;
    if (fresh.empty()) return;
    const int next = step(s).next;
    const ThreadId t = step(s).thread;
    for (const EarlyWrite& write :
         visitors_.early_writes(next < 0 ? step(s).end : place(next).graph, t)) {
      const auto at = fresh.find(write.slot);
      if (at == fresh.end()) continue;
      for (const int slot : write.reads) {
        early_before_[{t, slot}].push_back(at->second);
        for (const int waiting : waiting_at_[{t, slot}]) let_precede(at->second, waiting);
      }
    }
  }

  /// Write `w` counts as issued where step `s`, before it, is to be looked at.
  void let_precede(Structure w, int s) {
    Early& early = early_[w];
    if (early.by.first.empty()) {
      early.variable = solver_.new_variable();
      early.by.first = {negative(early.variable)};
      if (speculates_ < 0) speculates_ = solver_.new_variable();
      add_clause({negative(early.variable), positive(speculates_)});
      for (auto& [issue, known] : issued_)
        if (issue.first == w) grow(known.by, positive(early.variable));
    }
    int& looked_at = looked_at_.try_emplace(s, -1).first->second;
    if (looked_at < 0) {
      looked_at = solver_.new_variable();
      add_clause({negative(looked_at), positive(variable_of_step(s))});
    }
    if (!step(s).taken) grow(early.by, positive(looked_at));
  }

  void add_step(int s) {
    const int variable = variable_of_step(s);
    const RunStep& here = step(s);
    if (!here.taken) open_.push_back(s);
    if (here.place < 0) return;
    const RunPlace& from = place(here.place);
    const std::pair<ThreadId, int> at{here.thread, from.graph[from.waiting].id.index};
    waiting_at_[at].push_back(s);
    for (const Structure w : early_before_[at]) let_precede(w, s);
    add_clause({negative(variable), positive(variable_of_place(here.place))});
    for (const int other : place(here.place).steps)
      if (other < s) add_clause({negative(variable), negative(variable_of_step(other))});
    if (runs_.reads(s))
      for (const Structure w : runs_.sources(s)) add_source(s, w);
  }

  /// What step `s` reads may come from `w`.
  void add_source(int s, Structure w) {
    const RunStep& here = step(s);
    if (!known_sources_.insert({s, w}).second) return;
    const int variable = variable_of_step(s);
    Growing& sources = sources_[s];
    if (sources.first.empty()) sources.first = {negative(variable)};
    const int reads = here.taken ? variable_of(Atom::reads(here.read, w)) : solver_.new_variable();
    if (!here.taken) provisional_[{s, w}] = reads;
    grow(sources, positive(reads));
    if (w != kNoStructure)
      add_clause({negative(variable), negative(reads), positive(variable_of_issue(w, here.value))});
  }

  /// Step `s` has been taken.
  void tell_taken(int s) {
    const RunStep& here = step(s);
    const int variable = variable_of_step(s);
    note_early_writes(s);
    if (const auto at = looked_at_.find(s); at != looked_at_.end())
      add_clause({negative(at->second)});
    if (ending_of(here.stop) && visitors_.asks(here.stop)) {
      open_.push_back(s);
      // Whether a thread ends so is asked of what is known for certain.
      if (speculates_ < 0) speculates_ = solver_.new_variable();
      const int ends = ends_for_certain_[s] = solver_.new_variable();
      add_clause({negative(ends), positive(variable)});
      add_clause({negative(ends), negative(speculates_)});
    }
    if (here.stop == StopReason::contradiction) add_clause({negative(variable)});
    for (const IssuedWrite& write : here.writes)
      add_clause({negative(variable), positive(variable_of(Atom::there(write.structure)))});
    if (here.place < 0 || !runs_.reads(s)) return;
    // What was chosen without the event's structure is chosen with it.
    for (auto at = provisional_.lower_bound({s, INT_MIN});
         at != provisional_.end() && at->first.first == s; at = provisional_.erase(at))
      add_clause({negative(variable), negative(at->second),
                  positive(variable_of(Atom::reads(here.read, at->first.second)))});
  }

  void add_clause(std::initializer_list<Literal> literals) {
    solver_.add({literals.begin(), literals.size()});
  }

  void learn(const Rule& rule) {
    std::vector<Literal> clause;
    for (const Atom& atom : rule.wrong) clause.push_back(negative(variable_of(atom)));
    for (const Atom& atom : rule.right) clause.push_back(positive(variable_of(atom)));
    solver_.add(clause);
  }

  std::vector<Literal> asked() {
    std::vector<Literal> clause;
    for (const int s : open_)
      clause.push_back(positive(step(s).taken ? ends_for_certain_.at(s) : variable_of_step(s)));
    return clause;
  }

  [[nodiscard]] bool is_true(const Atom& atom) const {
    const auto at = variables_.find(atom);
    return at != variables_.end() && solver_.is_true(at->second);
  }

  /// Makes candidate_ what the assignment says.
  void read_assignment() {
    candidate_ = {};
    candidate_.orders.resize(program_.locations.size());
    ends_.clear();
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      candidate_.threads.push_back(&nothing_);
      for (int s = static_cast<int>(t); s >= 0 && is_taken(s);) {
        const RunStep& here = step(s);
        if (!here.taken) {
          ends_.push_back(s);
          break;
        }
        note_step(s);
        candidate_.threads.back() = here.next < 0 ? &here.end : &place(here.next).graph;
        if (here.next < 0) ends_.push_back(s);
        s = taken_from(here.next);
      }
    }
  }

  [[nodiscard]] int taken_from(int p) const {
    if (p < 0) return -1;
    for (const int s : place(p).steps)
      if (is_taken(s)) return s;
    return -1;
  }

  /// Whether the assignment takes step `s`.
  [[nodiscard]] bool is_taken(int s) const {
    return solver_.is_true(steps_[static_cast<std::size_t>(s)]);
  }

  void note_step(int s) {
    const RunStep& here = step(s);
    for (const IssuedWrite& write : here.writes)
      candidate_.orders[write.location].push_back({here.thread, write.slot, write.structure});
    if (here.place < 0 || !runs_.reads(s)) return;
    for (const Structure w : runs_.sources(s)) {
      if (!is_true(Atom::reads(here.read, w)) || !is_issued(w, here.value)) continue;
      candidate_.reads.push_back({here.thread, here.slot, here.read, w});
      return;
    }
  }

  /// Whether the assignment takes a step that issues `w` with `value`.
  [[nodiscard]] bool is_issued(Structure w, std::uint64_t value) const {
    return w == kNoStructure ||
           std::ranges::any_of(runs_.issuers(w, value), [&](int s) { return is_taken(s); });
  }

  /// Asks the model about the assignment; learns why, if it is refused.
  bool accepts() {
    read_assignment();
    std::vector<Rule> broken =
        broken_rules(program_, candidate_, [this](const Atom& atom) { return is_true(atom); });
    if (broken.empty()) {
      if (visitors_.is_consistent(graph_of(program_, candidate_, all_of(candidate_)))) return true;
      broken.push_back(
          rule_of(candidate_, least_refused_part(program_, candidate_, visitors_.is_consistent)));
      ++conflicts_;
    }
    for (const Rule& rule : broken) learn(rule);
    return false;
  }

  [[nodiscard]] bool speculates() const { return speculates_ >= 0 && solver_.is_true(speculates_); }

  /// Takes note of what the candidate reaches.
  bool take_note(std::vector<int>& reached) {
    for (const int s : ends_) {
      const auto at = std::ranges::find(open_, s);
      if (at == open_.end() || (step(s).taken && speculates())) continue;
      open_.erase(at);
      if (!step(s).taken) {
        reached.push_back(s);
        continue;
      }
      if (!visitors_.visit({step(s).thread, step(s).stop, step(s).text, runs_.values_to(s),
                            graph_of(program_, candidate_, all_of(candidate_))}))
        return false;
    }
    return true;
  }

  const Program program_;
  const ReachLimits& limits_;
  const ReachVisitors& visitors_;
  Watch watch_;
  LocalRuns runs_;
  ExecutionGraph nothing_;
  Solver solver_;
  std::vector<int> steps_;   ///< their variables
  std::vector<int> places_;  ///< the same
  std::map<Atom, int> variables_;
  /// That a write is issued with a value.
  struct Issue {
    int variable = 0;
    Growing by;
  };
  std::map<std::pair<Structure, std::uint64_t>, Issue> issued_;
  std::map<int, Growing> from_;     ///< by place
  std::map<int, Growing> sources_;  ///< by step
  std::set<std::pair<int, Structure>> known_sources_;
  std::set<Structure> known_writes_;
  /// That a write counts as issued before a read that precedes it has a value.
  struct Early {
    int variable = 0;
    Growing by;
  };
  std::map<Structure, Early> early_;
  std::map<std::pair<ThreadId, int>, std::vector<Structure>> early_before_;  ///< by slot of a read
  std::map<std::pair<ThreadId, int>, std::vector<int>> waiting_at_;          ///< steps, the same
  std::map<int, int> looked_at_;  ///< by step that was not taken: it is chosen to be looked at
  std::map<int, int> ends_for_certain_;  ///< by step: a thread ends so, and nothing is speculated
  int speculates_ = -1;                  ///< some write counts as issued early; -1: no variable yet
  std::map<std::pair<int, Structure>, int> provisional_;  ///< of steps that have not been taken
  std::vector<int> assumed_;  ///< variables that are assumed to be false
  std::vector<int> open_;     ///< steps that are looked for
  Candidate candidate_;
  std::vector<int> ends_;  ///< the last steps of its threads
  std::uint64_t conflicts_ = 0;
};

}  // namespace

EndedBy reach_ends(const Program& program, const ReachLimits& limits,
                   const ReachVisitors& visitors) {
  require_capacity(program);
  return Search(program, limits, visitors).run();
}

}  // namespace ringcheck
