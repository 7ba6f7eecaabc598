# Header, shared library, program, CMake package (ardor::ardor), pkg-config file. Everything is found relative to
# the installed files, so a prefix may be chosen or moved after the build.
include(CMakePackageConfigHelpers)
set(ARDOR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/ardor)
set(ARDOR_PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${ARDOR_PUBLIC_HEADER} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ardor)
install(TARGETS ardor EXPORT ardorTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(ARDOR_CORE)       # for modules that are to need no other file of ours
  install(FILES $<TARGET_FILE:ardor_static> DESTINATION ${CMAKE_INSTALL_LIBDIR} RENAME libardor.a)
endif()
if(TARGET ardor-cli)
  install(TARGETS ardor-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES LICENSE LICENSE-THIRD-PARTY README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/json.md docs/model-format.md docs/report.md docs/tables-in.md docs/tables.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(FILES examples/fit.c examples/memory.c DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)

install(EXPORT ardorTargets NAMESPACE ardor:: DESTINATION ${ARDOR_CMAKE_DIR})
set(ARDOR_STATIC_LIBRARY ${CMAKE_INSTALL_LIBDIR}/libardor.a)
configure_package_config_file(cmake/ardorConfig.cmake.in ${PROJECT_BINARY_DIR}/ardorConfig.cmake
                              INSTALL_DESTINATION ${ARDOR_CMAKE_DIR}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR ARDOR_STATIC_LIBRARY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ardorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ardorConfig.cmake ${PROJECT_BINARY_DIR}/ardorConfigVersion.cmake
        DESTINATION ${ARDOR_CMAKE_DIR})

# Only libardor.a needs what ardor stands on to be named.
set(ARDOR_PC_STATIC "")
if(ARDOR_CORE)
  list(JOIN ARDOR_STATIC_FLAGS " " flags)
  string(APPEND ARDOR_PC_STATIC "Libs.private: ${flags}\n")
endif()
file(RELATIVE_PATH ARDOR_PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/ardor.pc.in ${PROJECT_BINARY_DIR}/ardor.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ardor.pc DESTINATION ${ARDOR_PC_DIR})
