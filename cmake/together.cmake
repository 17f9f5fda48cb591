# Sources that are compiled as one, because most of what each costs is the headers that they share and the templates of these
# that each would instantiate again.
#
# Which of them is told by their text: names in anonymous namespaces, and names of tests, must differ within a unit. What is
# read here is the layout that clang-format gives declarations, so a name may be missed; the compiler then reports a
# redefinition, and another name mends it. The presets with -O1 (dev, tidy, the sanitizers) compile every file by itself, so that
# each stays complete.

# The most sources of a unit: with more, a change of one costs too much.
set(RINGCHECK_TOGETHER 8)

# Reads the names that must differ from those of other sources of a unit; returns them in `out`.
function(ringcheck_own_names file out)
  # What has a meaning in CMake's lists is replaced by what has none, and says as much below.
  file(READ "${file}" text)
  string(REGEX REPLACE "\\[\\[[^]\n]*\\]\\] *" "" text "${text}")
  string(REPLACE "[" "(" text "${text}")
  string(REPLACE "]" ")" text "${text}")
  string(REPLACE ";" "=" text "${text}")
  # Declarations of namespaces begin in the first column.
  string(REGEX MATCHALL "(^|\n)[A-Za-z][^\n]*" lines "${text}")
  list(TRANSFORM lines STRIP)
  set(names)
  foreach(line IN LISTS lines)
    if(line MATCHES "^(enum|constexpr|const) ")
      # Several names of one line: constants of one type, and what an enumeration without a scope lists.
      string(REGEX MATCHALL "[{,] *[A-Za-z0-9_]+" several "${line}")
      list(TRANSFORM several REPLACE "^[{,] *" "")
      list(APPEND names ${several})
    endif()
    if(line MATCHES "^[A-Z_]+\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)")
      list(APPEND names "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
    elseif(line MATCHES "^using ([A-Za-z0-9_]+) =")
      list(APPEND names "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^(template|namespace|using|extern) ?")
    elseif(line MATCHES "^(struct|class|enum class|enum|union) ([A-Za-z0-9_]+)")
      list(APPEND names "${CMAKE_MATCH_2}")
    else()
      # The last word before what is declared is described; a member that is defined apart belongs to its class.
      string(REGEX REPLACE "<[^()]*>" "" line "${line}")
      string(REGEX REPLACE "[({=].*" "" line "${line}")
      if(line MATCHES "(^|[^A-Za-z0-9_:])([A-Za-z0-9_]+)[ ]*$")
        list(APPEND names "${CMAKE_MATCH_2}")
      endif()
    endif()
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# Compiles the sources of `target` below the current folder as units of at most RINGCHECK_TOGETHER, and those that follow, by
# their names in the current folder, as one.
function(ringcheck_together target)
  if(NOT RINGCHECK_UNITY)
    return()
  endif()
  set(one ${ARGN})
  list(TRANSFORM one PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${one})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${one} PROPERTIES UNITY_GROUP one)
  set(units 0)
  foreach(source IN LISTS sources)
    string(FIND "${source}" "${CMAKE_CURRENT_SOURCE_DIR}/" at)
    if(NOT at EQUAL 0)
      continue()
    endif()
    ringcheck_own_names("${source}" names)
    # The first unit that has room for it, and none of its names.
    set(unit 0)
    while(unit LESS units)
      set(clash FALSE)
      if(NOT size_${unit} LESS RINGCHECK_TOGETHER)
        set(clash TRUE)
      endif()
      foreach(name IN LISTS names)
        if(clash OR name IN_LIST names_${unit})
          set(clash TRUE)
          break()
        endif()
      endforeach()
      if(NOT clash)
        break()
      endif()
      math(EXPR unit "${unit} + 1")
    endwhile()
    if(unit EQUAL units)
      math(EXPR units "${units} + 1")
      set(size_${unit} 0)
      set(names_${unit})
    endif()
    math(EXPR size_${unit} "${size_${unit}} + 1")
    list(APPEND names_${unit} ${names})
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${unit})
  endforeach()
endfunction()
