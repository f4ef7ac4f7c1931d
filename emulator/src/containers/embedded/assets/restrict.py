# The same as restrict.pl, where the machine has no Perl.
import ctypes
import os
import struct
import sys

file, keyctl, prctl, *command = sys.argv[1:]
libc = ctypes.CDLL(None)

# KEYCTL_JOIN_SESSION_KEYRING
libc.syscall(int(keyctl), 1, None)

# Landlock, LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
scope = struct.pack("3Q", 0, 0, 1)
ruleset = libc.syscall(444, scope, ctypes.c_size_t(len(scope)), 0)
if ruleset >= 0:
    libc.syscall(446, ruleset, 0)

# PR_SET_SECCOMP, SECCOMP_MODE_FILTER
if file:
    with open(file, "rb") as opened:
        instructions = ctypes.create_string_buffer(opened.read())
    program = struct.pack("HxxxxxxQ", (len(instructions) - 1) // 8, ctypes.addressof(instructions))
    libc.syscall(int(prctl), 22, 2, program, 0, 0)

os.execv(command[0], command)
