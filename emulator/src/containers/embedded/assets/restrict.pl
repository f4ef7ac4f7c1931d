# Gives up, for the program that it becomes and all that this starts, what no function may have. Where the kernel lacks one of these, or
# lets only privileged programs do it, the rest is done.
# First argument: the file of a seccomp filter, or nothing where another program loads it; then the numbers of the system calls keyctl and prctl; then the program and its arguments.
use strict;
my ($file, $keyctl, $prctl) = splice @ARGV, 0, 3;

# KEYCTL_JOIN_SESSION_KEYRING: a new one, without a name.
syscall($keyctl + 0, 1, 0);

# Landlock, from its version 6 on (LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET): sockets without a file, of programs that are not restricted by it.
my $scope = pack('Q3', 0, 0, 1);
my $ruleset = syscall(444, $scope, length $scope, 0);
syscall(446, $ruleset, 0) if $ruleset >= 0;

# PR_SET_SECCOMP, SECCOMP_MODE_FILTER
if ($file ne '') {
  open my $input, '<:raw', $file or die "$file: $!\n";
  my $filter = do { local $/; <$input> };
  my $program = pack('S x![Q] P', length($filter) / 8, $filter);
  syscall($prctl + 0, 22, 2, $program, 0, 0);
}

exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";
