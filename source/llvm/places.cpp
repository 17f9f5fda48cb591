// Places in the source, from debug information.
#include <llvm-c/DebugInfo.h>

#include <algorithm>
#include <cstring>

#include "source/llvm/module.hpp"

namespace ringcheck::source {

namespace {

std::string name_in_folder(const char* folder, unsigned folder_length, const char* name,
                           unsigned length, const std::string& here) {
  std::string file(name == nullptr ? "" : name, length);
  // Files that were compiled here are named as on the command line.
  const std::string in(folder == nullptr ? "" : folder, folder_length);
  if (!file.empty() && file.front() != '/' && !in.empty() && in != here) file = in + "/" + file;
  return file;
}

bool is_of_the_system(const std::string& file) {
  return file.starts_with("/usr/");
}

/// The first place of somebody's source on the way from `location` to where it became a part of
/// the function; if there is none, `location` itself. Line 0: it is not known.
NamedPlace place_of_location(LLVMMetadataRef location, const std::string& here) {
  NamedPlace first;
  Callee callee = Callee::nothing;
  for (; location != nullptr; location = LLVMDILocationGetInlinedAt(location)) {
    NamedPlace named{file_of_scope(LLVMDILocationGetScope(location), here), {}};
    named.place.line = LLVMDILocationGetLine(location);
    named.place.column = LLVMDILocationGetColumn(location);
    if (!is_of_the_system(named.file)) {
      named.place.callee = callee;
      if (named.place.line != 0) return named;
    } else {
      callee = is_header_of_atomics(named.file) ? Callee::atomics : Callee::library;
    }
    if (first.place.line == 0) first = named;
  }
  return first;
}

/// The place of `global`.
NamedPlace place_of_global(LLVMValueRef global, const std::string& here) {
  NamedPlace named;
  named.place.line = LLVMGetDebugLocLine(global);
  if (named.place.line == 0) return named;
  unsigned length = 0;
  unsigned folder_length = 0;
  const char* name = LLVMGetDebugLocFilename(global, &length);
  const char* folder = LLVMGetDebugLocDirectory(global, &folder_length);
  named.file = name_in_folder(folder, folder_length, name, length, here);
  return named;
}

void remove_attribute(LLVMValueRef function, const char* name) {
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                 LLVMGetEnumAttributeKindForName(name, std::strlen(name)));
}

}  // namespace

std::string file_of_scope(LLVMMetadataRef scope, const std::string& here) {
  const LLVMMetadataRef file = scope == nullptr ? nullptr : LLVMDIScopeGetFile(scope);
  if (file == nullptr) return "";
  unsigned length = 0;
  unsigned folder_length = 0;
  const char* name = LLVMDIFileGetFilename(file, &length);
  const char* folder = LLVMDIFileGetDirectory(file, &folder_length);
  return name_in_folder(folder, folder_length, name, length, here);
}

bool is_header_of_atomics(const std::string& file) {
  constexpr std::string_view kHeaders[] = {"/atomic", "/bits/atomic_base.h"};
  return is_of_the_system(file) && std::ranges::any_of(kHeaders, [&](std::string_view header) {
           return file.ends_with(header);
         });
}

bool mark_functions_of_atomics(LLVMModuleRef module) {
  constexpr const char* kWanted = "alwaysinline";
  const unsigned kind = LLVMGetEnumAttributeKindForName(kWanted, std::strlen(kWanted));
  const LLVMAttributeRef wanted = LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0);
  bool any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != nullptr; f = LLVMGetNextFunction(f)) {
    const LLVMMetadataRef itself = LLVMGetSubprogram(f);
    if (LLVMCountBasicBlocks(f) == 0 || itself == nullptr ||
        !is_header_of_atomics(file_of_scope(itself, "")))
      continue;
    remove_attribute(f, "noinline");
    remove_attribute(f, "optnone");
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, wanted);
    any = true;
  }
  return any;
}

std::uint32_t ModuleLowering::place(LLVMValueRef value) {
  return number_of_place(LLVMIsAInstruction(value) != nullptr
                             ? place_of_location(LLVMInstructionGetDebugLoc(value), here_)
                             : place_of_global(value, here_));
}

std::uint32_t ModuleLowering::number_of_place(const NamedPlace& named) {
  Place place = named.place;
  if (place.line == 0) return 0;
  const auto [at, fresh] =
      files_.try_emplace(named.file, static_cast<std::uint32_t>(unit_.files.size()));
  if (fresh) unit_.files.push_back(named.file);
  place.file = at->second;
  const std::uint64_t key = (static_cast<std::uint64_t>(place.callee) << 62) |
                            (std::uint64_t{place.file} << 44) | (std::uint64_t{place.line} << 16) |
                            std::uint64_t{place.column};
  const auto [known, unseen] =
      places_.try_emplace(key, static_cast<std::uint32_t>(unit_.places.size()));
  if (unseen) unit_.places.push_back(place);
  return known->second;
}

}  // namespace ringcheck::source
