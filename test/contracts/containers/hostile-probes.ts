// Attempts of a function against the machine that runs it, as data: each probe is an action with its argument and its required outcome.
// Every language with a driver (contract-hostile.ts) runs the same list.

/** The actions of drivers: files, sockets, processes, shell commands, and (Python, x86-64) system calls by number. */
export type Action = 'read' | 'list' | 'write' | 'open' | 'connect' | 'kill' | 'shell' | 'syscall' | 'int80';

export interface Probe {
  readonly what: string;
  readonly action: Action;
  /** A path, a process, a command, or a number with arguments. */
  readonly on: string;
  /** Must match or equal the outcome, `done …` or `refused CODE`; by default any refusal passes. */
  readonly ends?: RegExp | string;
}

/** Things that the suite puts on the machine for functions to find. */
export interface Bait {
  /** A folder that every user may write to, with a file `secret` and a listening socket `socket`. */
  readonly folder: string;
  /** The emulator's folder of environments. */
  readonly workDir: string;
  readonly home: string;
  /** A process of the machine. */
  readonly pid: number;
  /** The name of a key in the user's keyring, and of a socket without a file. */
  readonly key: string;
}

const all = (action: Action, ...paths: readonly string[]): Probe[] => paths.map((on) => ({ what: `${action} ${on}`, action, on }));
const shell = (on: string, ends: RegExp): Probe => ({ what: on, action: 'shell', on, ends });
const fails = (...commands: readonly string[]): Probe[] => commands.map((on) => shell(on, /^done [1-9]/));
const says = (on: string, text: string): Probe => ({ what: on, action: 'shell', on, ends: `done 0 ${text}` });

export const probesFor = ({ folder, workDir, home, pid, key }: Bait): readonly Probe[] => [
  // Files of the user, of the machine, of the emulator, of other functions.
  ...all(
    'list',
    `${home}/.ssh`,
    `${home}/.aws`,
    `${home}/.config`,
    `${home}/.local/share/keyrings`,
    folder,
    workDir,
    '/run',
    '/sys',
    '/sys/fs/cgroup',
    '/mnt',
    '/media',
    '/srv',
    '/boot',
    '/var/lib',
    '/var/log',
  ),
  ...all(
    'list',
    '/etc/ssl/private',
    '/etc/ssh',
    '/proc/1/cwd/../../mnt',
    '/proc/1/cwd/../../run',
    '/proc/self/cwd/../../../mnt',
    '/dev/pts',
    '/dev/mapper',
  ),
  ...all('read', `${home}/.ssh/id_rsa`, `${home}/.aws/credentials`, `${home}/.npmrc`, `${folder}/secret`, '/etc/shadow', '/etc/sudoers'),
  ...all(
    'read',
    '/etc/machine-id',
    '/etc/fstab',
    '/sys/class/dmi/id/product_uuid',
    '/proc/kcore',
    '/proc/kmsg',
    '/proc/kpagecount',
    '/dev/mem',
    '/dev/kmsg',
    '/dev/port',
  ),
  ...all('read', '/dev/sda', '/dev/vda', '/dev/nvme0n1', '/dev/tty', `/proc/${pid}/environ`, `/proc/${pid}/maps`),
  ...all('connect', `${folder}/socket`, '/run/docker.sock', '/var/run/docker.sock', '/run/dbus/system_bus_socket', '/run/systemd/private'),
  says(`find ${home} /root /home -maxdepth 1 -type f 2>/dev/null | wc -l`, '0'),
  says('grep -l PROBE_BAIT /proc/[0-9]*/environ 2>/dev/null | wc -l', '0'),

  // Writes outside of /tmp and /dev/shm.
  ...all(
    'write',
    '/probe',
    '/etc/probe',
    '/usr/probe',
    '/usr/local/probe',
    '/var/probe',
    '/var/tmp/probe',
    '/var/task/probe',
    '/opt/probe',
  ),
  ...all('write', '/var/runtime/probe', '/var/lang/probe', '/var/lang/bin/probe', '/dev/probe', '/proc/probe', `${folder}/probe`),
  ...all(
    'open',
    '/etc/passwd',
    '/etc/group',
    '/etc/hosts',
    '/etc/resolv.conf',
    '/etc/ld.so.cache',
    '/usr/bin/env',
    '/var/runtime/enter.sh',
  ),
  ...all('open', '/proc/sysrq-trigger', '/proc/sys/kernel/core_pattern', '/proc/sys/kernel/hostname', '/proc/sys/kernel/modprobe'),
  ...all(
    'open',
    '/proc/sys/vm/drop_caches',
    '/proc/sys/user/max_user_namespaces',
    '/proc/sys/kernel/yama/ptrace_scope',
    '/dev/net/tun',
    '/dev/kvm',
  ),
  ...all('open', '/dev/fuse', '/dev/loop0', '/dev/ptmx', '/sys/kernel/uevent_helper', '/sys/power/state'),
  ...fails('touch -d 2001-01-01 /var/task', 'chmod 777 /etc/passwd', 'rm -f /etc/hosts', 'ln -s /tmp /opt/link', 'mkdir /usr/probe'),
  ...(['/tmp/probe', '/dev/shm/probe'] as const).map((on) => ({ what: `write ${on}`, action: 'write' as const, on, ends: /^done/ })),
  says('echo x > /dev/null && head -c 4 /dev/urandom | wc -c', '4'),

  // Mounts, namespaces, devices, users, the machine itself.
  ...fails(
    'mount -t tmpfs none /tmp',
    'mount -o remount,rw /usr',
    'mount -o remount,bind,rw /',
    'mount --bind /tmp /opt',
    'umount /tmp',
    'umount -l /usr',
  ),
  ...fails(
    'umount -l /proc',
    'unshare -U true',
    'unshare -Ur mount -o remount,bind,rw /usr',
    'unshare -m true',
    'unshare -n true',
    'unshare -p -f true',
  ),
  ...fails(
    'chroot /tmp /usr/bin/true',
    'mknod /tmp/null c 1 3',
    'mknod /tmp/disk b 254 0',
    'hostname probe',
    'date -s 2001-01-01',
    'swapoff /tmp/probe',
  ),
  ...fails(
    'chown 0:0 /tmp/probe',
    'setpriv --reuid=0 true',
    'setpriv --reuid=1000 true',
    'nice -n -5 true 2>&1 | grep -q . && false',
    'dmesg -C',
  ),
  ...fails(
    'nsenter -t 1 -m true',
    'nsenter -t 1 -U true',
    'echo 0 0 1 > /proc/self/uid_map',
    'chrt -f 10 true',
    'losetup -f',
    'insmod /tmp/probe',
    'sysctl -w kernel.hostname=probe',
  ),
  says('cp /usr/bin/id /tmp/id; chmod 6755 /tmp/id; /tmp/id -u', '993'),
  says('id -u', '993'),
  says('grep -c -E "^(Cap(Inh|Prm|Eff|Amb)):.*[1-9a-f]" /proc/self/status; true', '0'),
  says('grep NoNewPrivs /proc/self/status | tr -dc 01', '1'),
  says('ls /proc | grep -cE "^[0-9]{4,}$"; true', '0'),

  // Other processes.
  { what: 'signal a process of the machine', action: 'kill', on: String(pid) },
  { what: 'signal its group', action: 'kill', on: String(-pid) },

  // Keys and sockets without a file.
  says(`cat /proc/keys /proc/key-users 2>/dev/null | grep -c ${key}; true`, '0'),
  says(`keyctl show @u 2>/dev/null | grep -c ${key}; true`, '0'),
  { what: 'connect to an abstract socket of the machine', action: 'connect', on: `@${key}` },

  // Open files: input, output, errors and the pipe of log records; the interpreter's own do not count.
  says('ls -l /proc/$PPID/fd | grep -vE "/dev/null|pipe:|socket:|anon_inode|/dev/urandom|/proc/[0-9]+/fd|total|/var/task" | wc -l', '0'),
  says('ls /proc/self/fd | tr "\\n" " "', '0 1 2 3'),
  says('ulimit -Sn; ulimit -Hn', '1024\n1024'),
];

/** `number arguments` for x86-64: `buffer` is writable memory, `victim` a process of the machine. */
export const SYSCALLS: readonly (readonly [string, string])[] = [
  ['init_module', '175 buffer 8 buffer'],
  ['finit_module', '313 0 buffer 0'],
  ['delete_module', '176 buffer 0'],
  ['kexec_load', '246 0 0 buffer 0'],
  ['reboot', '169 0xfee1dead 672274793 0x89abcdef 0'],
  ['swapon', '167 buffer 0'],
  ['settimeofday', '164 buffer 0'],
  ['clock_settime', '227 0 buffer'],
  ['adjtimex with a mode', '159 modes'],
  ['sethostname', '170 buffer 4'],
  ['pivot_root', '155 buffer buffer'],
  ['acct', '163 buffer'],
  ['quotactl', '179 0 buffer 0 buffer'],
  ['iopl', '172 3'],
  ['ioperm', '173 0 1 1'],
  ['bpf: a program', '321 5 buffer 48'],
  ['perf_event_open on all', '298 perf -1 0 -1 0'],
  ['ptrace a process of the machine', '101 16 victim 0 0'],
  ['pidfd_open of a process of the machine', '434 victim 0'],
  ['mount_setattr', '442 -100 buffer 0 buffer 32'],
  ['open_tree, cloned', '428 -100 root 1'],
  ['fsopen', '430 tmpfs 0'],
  ['move_mount', '429 -100 root -100 root 0'],
  ['unshare of users', '272 0x10000000'],
  ['unshare of mounts', '272 0x20000'],
  ['clone of users', '56 0x10000011 0 0 0 0'],
  ['mknod of a device', '133 node 0x2180 0x103'],
  ['setuid root', '105 0'],
  ['setgroups', '116 0 0'],
  ['sched_setscheduler, real time', '144 0 1 one'],
  ['chroot', '161 root'],
  // Keys of the user, by each of the ways to call the kernel.
  ['keyctl: the session keyring', '250 0 -3 0'],
  ['keyctl: the user keyring', '250 0 -4 1'],
  ['keyctl: a session keyring of its own', '250 1 0'],
  ['keyctl: link the user keyring', '250 8 -4 -2'],
  ['add_key', '248 user user buffer 4 -2'],
  ['request_key', '249 user user 0 0'],
  ['keyctl of x32', '0x400000fa 0 -4 1'],
  // Interfaces of the kernel that are for the machine, or of no use in the cloud.
  ['userfaultfd', '323 1'],
  ['io_uring_setup', '425 8 buffer'],
  ['memfd_secret', '447 0'],
  ['syslog: read all', '103 3 buffer 256'],
  ['fanotify_init', '300 0 0'],
  ['prlimit64 of a process of the machine', '302 victim 7 0 buffer'],
  ['a socket to the hypervisor (vsock)', '41 40 1 0'],
  ['a socket of kernel cryptography', '41 38 5 0'],
  ['a socket of packets', '41 17 3 0'],
  ['a socket of Bluetooth', '41 31 3 0'],
  ['netlink: events of devices', '41 16 3 15'],
  ['netlink: sockets of the machine', '41 16 3 4'],
  ['netlink: audit', '41 16 3 9'],
  ['setns', '308 0 0'],
  ['unshare of the network', '272 0x40000000'],
  ['unshare of System V IPC', '272 0x08000000'],
  ['unshare of control groups', '272 0x02000000'],
];

/** System calls of 32-bit programs, `number arguments`, made by `int 0x80`. */
export const SYSCALLS_32: readonly (readonly [string, string])[] = [
  ['keyctl of 32-bit programs', '288 0 -4 1'],
  ['add_key of 32-bit programs', '286 0 0 0'],
  ['request_key of 32-bit programs', '287 0 0 0'],
  ['socketcall of 32-bit programs', '102 1 0 0'],
  ['io_uring_setup of 32-bit programs', '425 8 0 0'],
];
