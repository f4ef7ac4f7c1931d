# Starts a program ("$@") in its own mount namespace, where the kernel allows one, else without. $1 is the path of unshare, $2 its flags.
_unshare=$1
_flags=$2
shift 2
if "$_unshare" $_flags /bin/sh -c : 2>/dev/null; then exec "$_unshare" $_flags "$@"; fi
exec "$@"
