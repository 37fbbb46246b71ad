# SPDX-License-Identifier: Apache-2.0
target_include_directories(tenon_backend SYSTEM PRIVATE ${DNNL_INCLUDE})
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/late.c APPEND PROPERTY COMPILE_DEFINITIONS TENON_ONEDNN_FILE="${DNNL_LIBRARY}")
if(TENON_LATE)
  set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/late.c APPEND PROPERTY COMPILE_DEFINITIONS TENON_LATE)
else()
  target_link_libraries(tenon_backend PRIVATE ${DNNL_LIBRARY})
endif()
