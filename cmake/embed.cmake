# Embeds the text files of a folder into its library: <folder>_embedded.cpp is made from them at build time, and
# made again when one of them changes.

# ringcheck_embed(<folder> <function> PATTERNS <glob>... SOURCE <var> INCLUDE_DIR <var>)
# Declares the build rule. <function>() returns the files; its header is "<folder>/embedded.hpp" in the include
# root that INCLUDE_DIR names. Patterns are relative to <folder>.
function(ringcheck_embed folder function)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "SOURCE;INCLUDE_DIR" "PATTERNS")
  set(root "${CMAKE_BINARY_DIR}/generated/${folder}")
  set(source "${root}/${folder}_embedded.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/generate_embedded.cmake")
  configure_file("${CMAKE_SOURCE_DIR}/cmake/embedded.hpp.in" "${root}/${folder}/embedded.hpp" @ONLY)
  list(TRANSFORM arg_PATTERNS PREPEND "${CMAKE_SOURCE_DIR}/${folder}/")
  file(GLOB files CONFIGURE_DEPENDS ${arg_PATTERNS})

  # The list of names is an input too: a removed file changes no remaining file.
  string(REPLACE ";" "\n" listing "${files}")
  file(CONFIGURE OUTPUT "${root}/files.txt" CONTENT "${listing}\n" @ONLY)

  add_custom_command(
    OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} -D LIST=${root}/files.txt -D OUT=${source} -D FOLDER=${folder}
      -D FUNCTION=${function} -P ${script}
    DEPENDS ${files} "${root}/files.txt" "${script}"
    COMMENT "Embedding ${folder}"
    VERBATIM)
  # A text may be longer than the 64 KB that clang -Wpedantic grants a literal.
  set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings
    SKIP_PRECOMPILE_HEADERS ON)
  # What reads sources without building them (`make tidy`) wants this.
  string(MAKE_C_IDENTIFIER "ringcheck_embedded_${folder}" target)
  add_custom_target(${target} DEPENDS "${source}")
  if(NOT TARGET ringcheck_embedded)
    add_custom_target(ringcheck_embedded)
  endif()
  add_dependencies(ringcheck_embedded ${target})
  set(${arg_SOURCE} "${source}" PARENT_SCOPE)
  set(${arg_INCLUDE_DIR} "${root}" PARENT_SCOPE)
endfunction()
