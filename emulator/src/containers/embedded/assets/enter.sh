# Process 1 of a sandbox, without any privileges left: sets limits (1,024 open files, as in the cloud) and the function's own variables, starts
# its process, and reaps what that leaves until it ends. The process is another one, because the kernel spares process 1 the signals for which it has no handler.
# Descriptor 4 gets the names of the signals that end processes, as shells write them: an exit status alone may be the process's own.
# $1: maximum number of processes (empty: no limit), $2: 512-byte blocks of the largest file (empty: no limit), $3: names of variables. A
# variable NAME comes as FN_NAME, so that it means nothing to the programs that build the sandbox.
ulimit -c 0
ulimit -n 1024 2>/dev/null
[ -z "$1" ] || ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null
[ -z "$2" ] || { trap '' XFSZ; ulimit -f "$2" 2>/dev/null; }
for _name in $3; do
  eval "export $_name=\"\$FN_$_name\""
  unset "FN_$_name"
done
shift 3
exec 5>&2 2>&4 4>&-
(exec "$@" 2>&5 5>&-)
exit $?
