# SPDX-License-Identifier: Apache-2.0
# The code generator: beside what is built, and in libexec of what is installed.
file(RELATIVE_PATH from_lib "/p/${CMAKE_INSTALL_LIBDIR}" "/p/${CMAKE_INSTALL_LIBEXECDIR}/tenon/tenon-codegen")
file(RELATIVE_PATH from_bin "/p/${CMAKE_INSTALL_BINDIR}" "/p/${CMAKE_INSTALL_LIBEXECDIR}/tenon/tenon-codegen")
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/helper.c APPEND PROPERTY COMPILE_DEFINITIONS
  TENON_CODEGEN_FROM_LIB="${from_lib}" TENON_CODEGEN_FROM_BIN="${from_bin}")
if(NOT TENON_FUZZ)
  add_executable(tenon-codegen llvm/codegen.c)
  target_link_libraries(tenon-codegen PRIVATE tenon_backend)
  install(TARGETS tenon-codegen DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tenon)
endif()
target_link_libraries(tenon_backend PUBLIC tenon_llvm_library)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/late.c APPEND PROPERTY COMPILE_DEFINITIONS TENON_LLVM_FILE="${LLVM_LIBRARY}")
if(TENON_LATE)
  set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/late.c APPEND PROPERTY COMPILE_DEFINITIONS TENON_LATE)
endif()
