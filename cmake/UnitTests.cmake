# tests/test_*.c: one cmocka program each.
file(GLOB ARDOR_TEST_SOURCES CONFIGURE_DEPENDS tests/test_*.c)
if(NOT ARDOR_LIBSVM)
  list(FILTER ARDOR_TEST_SOURCES EXCLUDE REGEX "/test_svm(_rfe|_l0)?\\.c$")
endif()
# core reads no tables: what is about them is left out; elsewhere single tests are skipped (tests/full.h).
if(ARDOR_CORE)
  list(FILTER ARDOR_TEST_SOURCES EXCLUDE REGEX
       "/test_(accuracy|alloc_classes|alloc_failure|dialect|foreign|labels|layout|model_old|onehot|reader|splits|table|terminal)\\.c$")
endif()
foreach(source IN LISTS ARDOR_TEST_SOURCES)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE tests)
  target_compile_definitions(${name} PRIVATE ARDOR_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
  if(TARGET ardor-cli)
    target_compile_definitions(${name} PRIVATE ARDOR_PROGRAM="$<TARGET_FILE:ardor-cli>")
    add_dependencies(${name} ardor-cli)
  endif()
  target_link_libraries(${name} PRIVATE ardor_static PkgConfig::ARDOR_CMOCKA PkgConfig::ARDOR_CERF)
  add_test(NAME ${name} COMMAND ${name})
  list(APPEND ARDOR_TESTS ${name})
endforeach()

# What stands in core for sources of full, and the BLAS by the interface of Fortran, in tests of full too. Objects come before the
# library, whose own ones are then not taken from it.
if(ARDOR_FULL)
  add_executable(test_profile_core tests/test_profile.c src/base/version.c src/io/delimited_core.c src/io/packed_core.c)
  target_compile_definitions(test_profile_core PRIVATE ARDOR_CORE)
  add_executable(test_blas_fortran tests/test_blas.c src/linalg/blas.c)
  target_compile_definitions(test_blas_fortran PRIVATE ARDOR_BLAS_FORTRAN)
  foreach(name IN ITEMS test_profile_core test_blas_fortran)
    target_include_directories(${name} PRIVATE tests)
    target_compile_definitions(${name} PRIVATE ARDOR_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE ardor_static PkgConfig::ARDOR_CMOCKA)
    add_test(NAME ${name} COMMAND ${name})
    list(APPEND ARDOR_TESTS ${name})
  endforeach()
endif()

# test_terminal looks at sources of the program from within
if(TARGET ardor-cli)
  target_sources(test_terminal PRIVATE cli/terminal.c cli/text.c cli/document.c cli/render_figures.c)
  target_include_directories(test_terminal PRIVATE cli)
  target_link_libraries(test_terminal PRIVATE ardor_cli_dependencies)
endif()

# test_kill_save is killed at each of these calls
foreach(call IN ITEMS open write fchmod fsync close rename)
  target_link_options(test_kill_save PRIVATE LINKER:--wrap=${call})
endforeach()

# writes the seeds of fuzz/corpus/model anew; built with the tests so that it keeps up with the sources
add_executable(make_model_seeds tests/make_model_seeds.c)
target_include_directories(make_model_seeds PRIVATE tests)
target_link_libraries(make_model_seeds PRIVATE ardor_static PkgConfig::ARDOR_CMOCKA)
