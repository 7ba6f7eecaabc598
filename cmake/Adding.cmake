# The program with entries that only tests have, added as docs/architecture.md says: tests/adding/src has their files, and
# tests/adding/rows the row of each, "TABLE ROW AFTER", which is put into a copy of the table, behind the row named. Nothing else
# is changed.
set(ARDOR_ADDING ${CMAKE_CURRENT_SOURCE_DIR}/tests/adding)
set(adding_sources "")
file(STRINGS ${ARDOR_ADDING}/rows adding_rows)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARDOR_ADDING}/rows)
foreach(line IN LISTS adding_rows)
  string(REGEX MATCH "^([^ ]+) ([^ ]+) ([^ ]+)$" matched "${line}")
  if(NOT matched)
    message(FATAL_ERROR "tests/adding/rows: '${line}' is not TABLE ROW AFTER")
  endif()
  set(table ${CMAKE_MATCH_1})
  set(row ${CMAKE_MATCH_2})
  set(after ${CMAKE_MATCH_3})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${table})
  if(NOT DEFINED adding_text_${table})
    file(READ ${table} adding_text_${table})
    list(APPEND adding_tables ${table})
  endif()
  string(REPLACE "${after}" "${after} ${row}" with_row "${adding_text_${table}}")
  if(with_row STREQUAL adding_text_${table})
    message(FATAL_ERROR "tests/adding/rows: ${table} has no row ${after}")
  endif()
  set(adding_text_${table} "${with_row}")
endforeach()
foreach(table IN LISTS adding_tables)
  file(WRITE ${PROJECT_BINARY_DIR}/adding/new "${adding_text_${table}}")       # what is the same is not built again
  configure_file(${PROJECT_BINARY_DIR}/adding/new ${PROJECT_BINARY_DIR}/adding/${table} COPYONLY)
  list(APPEND adding_sources ${PROJECT_BINARY_DIR}/adding/${table})
endforeach()
file(GLOB_RECURSE adding_files CONFIGURE_DEPENDS ${ARDOR_ADDING}/src/*.c)

# Objects come before the library, whose own tables are then not taken from it.
add_executable(ardor-adding ${ARDOR_CLI_SOURCES} ${adding_files} ${adding_sources})
target_link_libraries(ardor-adding PRIVATE ardor_static ardor_cli_dependencies)

# The suite of methods with the one that was added; the other suites try what was added themselves.
add_executable(adding_test_methods tests/test_methods.c ${adding_files} ${adding_sources})
target_include_directories(adding_test_methods PRIVATE tests)
target_compile_definitions(adding_test_methods PRIVATE ARDOR_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(adding_test_methods PRIVATE ardor_static PkgConfig::ARDOR_CMOCKA)
add_test(NAME adding_test_methods COMMAND adding_test_methods)
list(APPEND ARDOR_TESTS adding_test_methods)
