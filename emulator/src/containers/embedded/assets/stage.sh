# Starts a program ("$@") in a mount namespace of its own, where the kernel allows one, else as it is. $1 is the path of unshare, $2 are its flags.
_unshare=$1
_flags=$2
shift 2
if "$_unshare" $_flags /bin/sh -c : 2>/dev/null; then exec "$_unshare" $_flags "$@"; fi
exec "$@"
