# Runs as process 1 of new user, mount and process namespaces (see sandbox.ts): puts what an environment sees in its place, gives up every
# privilege and becomes the function's process. $1 is the environment's own directory; it holds var/ (task, runtime, lang), opt and tmp.
set -e
function_path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
setpriv=$(command -v setpriv)
cd "$1"
shift
for pair in "$SANDBOX_CODE var/task" "$SANDBOX_RUNTIME var/runtime" "$SANDBOX_LANG var/lang" "$SANDBOX_OPT opt"; do
  from=${pair% *}
  to=${pair##* }
  [ -n "$from" ] || continue
  mount --bind "$from" "$to"
  mount -o remount,bind,ro "$to"
done
mount --bind "$SANDBOX_PASSWD" /etc/passwd
# From here on absolute paths may be covered: relative ones are not.
mount -c --rbind var /var
mount -c --rbind opt /opt
mount -c --bind tmp /tmp
mount -t proc proc /proc
for read_only in /var /; do mount -c -o remount,bind,ro "$read_only" 2>/dev/null || :; done
unset SANDBOX_CODE SANDBOX_RUNTIME SANDBOX_PASSWD SANDBOX_LANG SANDBOX_OPT
cd /var/task
PATH=$function_path
exec "$setpriv" --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all -- "$@"
