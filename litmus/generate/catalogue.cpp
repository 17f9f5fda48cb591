// Texts and page of the catalogue. Everything here follows from the shapes and from running the
// tests: regenerating gives the same bytes.
// Tested by tests/litmus/catalogue_test.cpp.
#include "litmus/generate/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "litmus/generate/perf_shapes.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck::litmus {

namespace {

/// A strength in words of the kernel's C.
std::string_view words_of(PointStrength strength) {
  switch (strength) {
    case PointStrength::none:
      return "nothing";
    case PointStrength::control:
      return "a branch";
    case PointStrength::rmb:
      return "smp_rmb";
    case PointStrength::wmb:
      return "smp_wmb";
    case PointStrength::acquire:
      return "smp_load_acquire";
    case PointStrength::release:
      return "smp_store_release";
    case PointStrength::pair:
      return "smp_store_release, then smp_load_acquire";
    case PointStrength::xchg:
      return "xchg instead of the store";
    case PointStrength::mb:
      return "smp_mb";
  }
  return "";
}

std::string plan_text(const ShapeTest& made) {
  std::string text;
  for (std::size_t i = 0; i < made.plan.size(); ++i)
    text += fmt::format("{}{}={}", i > 0 ? " " : "", made.shape->points[i].site,
                        strength_name(made.plan[i]));
  return text.empty() ? "no ordering point" : text;
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += fmt::format(" {} |", cell);
  return row + "\n";
}

constexpr std::string_view kIntroduction =
    R"(# The catalogue of litmus tests

{} tests in Linux-kernel C, made from the shapes below: no two are the same up to names.
A condition asks for what must not happen. *Never*: the plan forbids it; *Sometimes*: the test kills the plan. The answers are
those of ringcheck's explorer. `litmus/perf/` has the tests with the plans of Linux 6.1: their head comments have the answers,
and `NAME.golden` has all final states.

    ringcheck litmus gen --catalogue --kernel-plans --output litmus/perf --page docs/litmus-catalogue.md
    ringcheck_promote_litmus litmus/perf
    ringcheck litmus run litmus/perf

The first line writes those tests and this page; without `--kernel-plans` it writes all. The second writes the goldens, and the
third holds the answers of one model against the comments (`--model` names another). Tests hold all of it equal to what is
committed, and what herd7 answers to all of them equal to what ringcheck does.

- *Plans.* An ordering point stands in parentheses, with the name that `--site` has for it. `*` marks the plan of Linux 6.1.
  A plan of A, B, C and D is enough for the ring under a model when `Publish+B+C` and `Reuse+A+D` are both Never there: that is
  what `ringcheck barriers` says too (REPORT.md), of the protocol's code.
- *Plain data.* lkmm's answers to shapes with plain accesses may come with a data race, which the goldens say.
- *Not here.* A litmus test has no interrupts, devices and mixed sizes: nesting on the writer's CPU shows in the coherence of
  data_head alone (the shapes of the head), who fills a bounce buffer is left out, as are the 32-bit halves of aux_head.
  `ringcheck verify` has scenarios for them.

Plan syntax, cycles and other tests: docs/generating.md.

## Kernel side and user side

The kernel has A=control and B=wmb everywhere. What its reader has depends on the user side's own header,
tools/include/asm/barrier.h, and tools/include/linux/ring_buffer.h, which takes acquire and release where they cost less than fences.

{}
## Shapes

)";

/// A user side: the header with which a reader is built, and the machine on which it runs.
struct UserSide {
  std::string_view header, model, c, d;
};
constexpr UserSide kUserSides[] = {
    {"arch/x86 (Linux 6.1)", "x86-tso", "acquire", "release"},
    {"arch/arm64 (Linux 6.1)", "armv8", "acquire", "release"},
    {"arch/powerpc (Linux 6.1)", "power", "acquire", "release"},
    {"asm-generic, which riscv has: barrier() alone", "riscv", "none", "none"},
    {"none: barrier() alone", "x86-tso", "none", "none"},
    {"none: barrier() alone", "armv8", "none", "none"},
    {"none: barrier() alone", "power", "none", "none"},
    {"fences only: smp_rmb and smp_mb", "riscv", "rmb", "mb"},
    {"fences only: smp_rmb and smp_mb", "armv8", "rmb", "mb"},
    {"fences only: smp_rmb and smp_mb", "power", "rmb", "mb"},
};

/// The answers for the kernel's data ring, with plain data, under each user side.
std::string user_sides(const std::vector<CatalogueEntry>& entries) {
  const auto models = model_names();
  const auto cell = [&](const std::string& name, std::string_view model) {
    const auto entry =
        std::ranges::find_if(entries, [&](const auto& e) { return e.made.test.name == name; });
    const auto column = std::ranges::find(models, model) - models.begin();
    return fmt::format("{}: {}", name, entry->answers[static_cast<std::size_t>(column)]);
  };
  std::string text = "| user side | model | publishing | reusing |\n|---|---|---|---|\n";
  for (const UserSide& side : kUserSides)
    text += row_of({std::string(side.header), std::string(side.model),
                    cell(fmt::format("PublishPlain+B.wmb+C.{}", side.c), side.model),
                    cell(fmt::format("ReusePlain+A.control+D.{}", side.d), side.model)});
  return text;
}

/// The section of a shape; `first` is its first entry.
std::string section(const std::vector<CatalogueEntry>& entries, std::size_t first) {
  const Shape& shape = *entries[first].made.shape;
  std::string text = fmt::format("### {}\n{}.\n", shape.name, shape.title);
  for (const std::string& line : shape.question) text += line + "\n";
  text += "\n```\n";
  for (const std::string& line : picture_of(shape)) text += line + "\n";
  text += "```\n\n";
  std::vector<std::string> heads = {"plan"}, rules = {"---"};
  for (const std::string_view model : model_names()) {
    heads.emplace_back(model);
    rules.emplace_back("---");
  }
  text += row_of(heads);
  std::string rule = "|";
  for (const std::string& r : rules) rule += r + "|";
  text += rule + "\n";
  for (std::size_t i = first; i < entries.size() && entries[i].made.shape == &shape; ++i) {
    const ShapeTest& made = entries[i].made;
    const bool kernel = made.is_kernel_plan() && !made.plan.empty();
    std::vector<std::string> cells = {plan_text(made) + (kernel ? " *" : "")};
    cells.insert(cells.end(), entries[i].answers.begin(), entries[i].answers.end());
    text += row_of(cells);
  }
  return text + "\n";
}

}  // namespace

std::vector<ShapeTest> catalogue_tests() {
  std::vector<ShapeTest> all;
  for (const Shape& shape : perf_shapes())
    for (ShapeTest& test : tests_of(shape)) all.push_back(std::move(test));
  return all;
}

CatalogueEntry judged(ShapeTest made) {
  CatalogueEntry entry{std::move(made), {}};
  const LitmusTest test = kernel_c_test(entry.made.test);
  for (const std::string_view name : model_names())
    entry.answers.emplace_back(observation_text(run_litmus(test, find_model(name)).observation));
  return entry;
}

std::string text_of(const CatalogueEntry& entry) {
  const ShapeTest& made = entry.made;
  TestHead head;
  std::string expected = "Expected:";
  const auto models = model_names();
  for (std::size_t m = 0; m < models.size(); ++m)
    expected += fmt::format(" {}={}", models[m], entry.answers[m]);
  head.comment = {expected, "", made.shape->title + "."};
  head.comment.insert(head.comment.end(), made.shape->question.begin(), made.shape->question.end());
  for (std::size_t i = 0; i < made.plan.size(); ++i) {
    const ShapePoint& point = made.shape->points[i];
    head.comment.push_back(fmt::format("{}: {}{}", point.site, words_of(made.plan[i]),
                                       made.plan[i] == point.kernel ? ", as in Linux 6.1" : ""));
  }
  return text_with_head(kernel_c_test(made.test), head);
}

std::string catalogue_page(const std::vector<CatalogueEntry>& entries) {
  std::string page = fmt::format(fmt::runtime(kIntroduction), entries.size(), user_sides(entries));
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (i == 0 || entries[i].made.shape != entries[i - 1].made.shape) page += section(entries, i);
  page.pop_back();
  return page;
}

}  // namespace ringcheck::litmus
