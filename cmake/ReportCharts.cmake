# What the HTML report holds beside its text: style, charts, the library that draws them, its licences (src/page/assets.h). All of it
# becomes one source, ARDOR_PAGE_ASSETS. Nothing is downloaded: the library is taken from where it is.
#
#   ARDOR_VEGA=AUTO       Debian's libjs-vega, else what `make charts` put into build/npm, else none
#   ARDOR_VEGA=OFF        none: reports have tables, and no scripts
#   ARDOR_VEGA=DIRECTORY  the modules of Vega, vega-*.min.js, or a node_modules with vega and vega-interpreter
if(ARDOR_FULL)
  set(default_vega AUTO)
else()
  set(default_vega OFF)       # core is to be small, and of nothing but libraries of C
endif()
set(ARDOR_VEGA ${default_vega} CACHE STRING "Charts of reports: AUTO, OFF, or the directory of Vega's modules or of node_modules")
set(ARDOR_VEGA_MODULES util canvas time format loader scale dataflow statistics scenegraph expression selection functions event-selector
    runtime parser view transforms view-transforms encode label interpreter)

# ardor_vega_in DIRECTORY OUT: the files in it that a bundle is made of, in their order; empty: there is no usable Vega.
function(ardor_vega_in directory out)
  set(files "")
  if(EXISTS ${directory}/vega/build/vega.min.js)
    set(files ${directory}/vega/build/vega.min.js ${directory}/vega-interpreter/build/vega-interpreter.js)
  else()
    foreach(module IN LISTS ARDOR_VEGA_MODULES)
      list(APPEND files ${directory}/vega-${module}.min.js)
    endforeach()
  endif()
  foreach(file IN LISTS files)
    if(NOT EXISTS ${file})
      set(${out} "" PARENT_SCOPE)
      set(${out}_MISSING ${file} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# Its name and version, for people.
function(ardor_vega_name directory out)
  set(name "Vega")
  if(EXISTS ${directory}/vega/package.json)
    file(STRINGS ${directory}/vega/package.json line REGEX "\"version\":")
    string(REGEX REPLACE ".*\"version\": *\"([^\"]*)\".*" "Vega \\1" name "${line}")
  elseif(directory STREQUAL "/usr/share/javascript/vega")
    find_program(ARDOR_DPKG_QUERY dpkg-query)
    mark_as_advanced(ARDOR_DPKG_QUERY)
    if(ARDOR_DPKG_QUERY)
      execute_process(COMMAND ${ARDOR_DPKG_QUERY} -W -f "\${Version}" libjs-vega OUTPUT_VARIABLE version ERROR_QUIET)
      string(REGEX MATCH "^[0-9.]+" version "${version}")
      string(STRIP "Vega ${version}" name)
    endif()
  endif()
  set(${out} "${name}" PARENT_SCOPE)
endfunction()

if(ARDOR_VEGA STREQUAL "AUTO")
  set(places /usr/share/javascript/vega ${CMAKE_CURRENT_SOURCE_DIR}/build/npm/node_modules)
elseif(ARDOR_VEGA STREQUAL "OFF")
  set(places "")
else()
  get_filename_component(places "${ARDOR_VEGA}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
endif()
set(ARDOR_VEGA_FILES "")
set(ARDOR_VEGA_NAME "")
foreach(place IN LISTS places)
  if(NOT ARDOR_VEGA_FILES)
    ardor_vega_in(${place} ARDOR_VEGA_FILES)
    if(ARDOR_VEGA_FILES)
      ardor_vega_name(${place} ARDOR_VEGA_NAME)
      message(STATUS "Charts of reports: ${ARDOR_VEGA_NAME}, of ${place}")
    elseif(NOT ARDOR_VEGA STREQUAL "AUTO")
      message(FATAL_ERROR "ARDOR_VEGA=${ARDOR_VEGA}: there is no Vega: ${ARDOR_VEGA_FILES_MISSING} is missing")
    endif()
  endif()
endforeach()
if(NOT ARDOR_VEGA_FILES)
  message(STATUS "Charts of reports: none (Debian's libjs-vega, or `make charts`, has what draws them)")
endif()

set(page ${CMAKE_CURRENT_SOURCE_DIR}/src/page)
set(ARDOR_PAGE_ASSETS ${PROJECT_BINARY_DIR}/page/assets.c)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/page)
add_custom_command(OUTPUT ${ARDOR_PAGE_ASSETS}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${ARDOR_VEGA_FILES}" "-DNAME=${ARDOR_VEGA_NAME}" -DPAGE=${page} -DOUT=${ARDOR_PAGE_ASSETS}
            -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/BundleVega.cmake
    DEPENDS ${ARDOR_VEGA_FILES} ${page}/charts.js ${page}/style.css ${page}/licences.txt
            ${CMAKE_CURRENT_SOURCE_DIR}/cmake/BundleVega.cmake
    COMMENT "Style and charts of reports" VERBATIM)
