# Embeds models/cat/ into the library: models_embedded.cpp is made from the files at build time, and made
# again when one of them changes.

# Declares the build rule; returns the generated source and the private include root of "models/embedded.hpp".
function(ringcheck_embed_cat out_source out_include_dir)
  set(cat_dir "${CMAKE_SOURCE_DIR}/models/cat")
  set(root "${CMAKE_BINARY_DIR}/generated/models")
  set(source "${root}/models_embedded.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/generate_embedded.cmake")
  configure_file("${CMAKE_SOURCE_DIR}/cmake/embedded.hpp.in" "${root}/models/embedded.hpp" COPYONLY)
  file(GLOB files CONFIGURE_DEPENDS "${cat_dir}/*.cat" "${cat_dir}/*.bell" "${cat_dir}/*.def")

  # The list of names is an input too: a removed file changes no remaining file.
  string(REPLACE ";" "\n" listing "${files}")
  file(CONFIGURE OUTPUT "${root}/files.txt" CONTENT "${listing}\n" @ONLY)

  add_custom_command(
    OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} -D LIST=${root}/files.txt -D OUT=${source} -P ${script}
    DEPENDS ${files} "${root}/files.txt" "${script}"
    COMMENT "Embedding models/cat"
    VERBATIM)
  set(${out_source} "${source}" PARENT_SCOPE)
  set(${out_include_dir} "${root}" PARENT_SCOPE)
endfunction()
