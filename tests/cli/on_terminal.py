# SPDX-License-Identifier: Apache-2.0
"""Runs a command whose standard streams are a terminal, and prints what it wrote there.

    on_terminal.py COMMAND..."""

import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
out = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # the command has ended
        break
    if not piece:
        break
    out += piece
sys.stdout.buffer.write(out.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
