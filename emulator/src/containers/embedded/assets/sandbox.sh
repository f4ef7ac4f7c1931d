# Runs as process 1 of new user, mount and process namespaces (see sandbox.ts): puts what an environment sees in its place, gives up every
# privilege and becomes the function's process. $1 is the environment's own directory; it holds var/ (task, runtime, lang), opt and tmp.
# SANDBOX_FOLDERS: folders that would be covered, one per line. No variable here has a name that a function's own may have (none begins with _).
set -e
_path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
_setpriv=$(command -v setpriv)
cd "$1"
shift
_show() {
  mount --bind "$1" "$2"
  mount -o remount,bind,ro "$2"
}
_show "$SANDBOX_CODE" var/task
_show "$SANDBOX_RUNTIME" var/runtime
[ -z "$SANDBOX_LANG" ] || _show "$SANDBOX_LANG" var/lang
[ -z "$SANDBOX_OPT" ] || _show "$SANDBOX_OPT" opt
_at=0
while [ -n "$SANDBOX_FOLDERS" ] && IFS= read -r _folder; do
  mkdir -p "var/packages/$_at"
  _show "$_folder" "var/packages/$_at"
  _at=$((_at + 1))
done <<folders
$SANDBOX_FOLDERS
folders
mount --bind "$SANDBOX_PASSWD" /etc/passwd
# From here on absolute paths may be covered: relative ones are not.
mount -c --rbind var /var
mount -c --rbind opt /opt
mount -c --bind tmp /tmp
mount -t proc proc /proc
for _read_only in /var /; do mount -c -o remount,bind,ro "$_read_only" 2>/dev/null || :; done
unset SANDBOX_CODE SANDBOX_RUNTIME SANDBOX_PASSWD SANDBOX_LANG SANDBOX_OPT SANDBOX_FOLDERS
cd /var/task
PATH=$_path
exec "$_setpriv" --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all -- "$@"
