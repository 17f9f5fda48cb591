# Sources that are compiled as one, because most of what each costs is the headers that they share.

# Compiles each of `group`'s files of `target` as a part of one source. The presets with -O1 (dev, tidy, the sanitizers)
# compile every file by itself, so that each stays complete. A file that is in no group is compiled by itself everywhere: a
# group names the files because names in anonymous namespaces must differ within it.
function(ringcheck_together target group)
  if(NOT RINGCHECK_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()
