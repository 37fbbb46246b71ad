# SPDX-License-Identifier: Apache-2.0
# Kernels of a library, which other backends call: no row of backends.def.
if(TENON_ONEDNN)
  set(late ${folder}/link.cmake)
  # What files of C have that call the library is embedded as it stands: ahead.h.
  set(ahead_c ${CMAKE_CURRENT_BINARY_DIR}/embedded_ahead.c)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/ahead.c.in)
  file(READ ${folder}/ahead.c.in hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(CONFIGURE OUTPUT ${ahead_c} CONTENT
"#include \"backend/onednn/ahead.h\"\nconst char onednn_ahead_text[] = {${bytes}0};\n" @ONLY)
  list(APPEND sources ${ahead_c})
else()
  set(sources)
endif()
