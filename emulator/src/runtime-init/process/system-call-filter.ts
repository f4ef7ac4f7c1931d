// The system calls that no function is given, as a filter for the kernel (seccomp): a list of `struct sock_filter`, made for this machine's
// architecture, since the programs that load it know no names. A refused call fails as on a kernel that lacks it, so that programs take their
// other way.

import { endianness } from 'node:os';
import { table } from '#lib/table';

interface Architecture {
  /** `AUDIT_ARCH_…` of linux/audit.h: calls of another one (32-bit programs, `int 0x80`) are refused. */
  readonly id: number;
  /** Numbers from here on are calls of another interface (x32). */
  readonly end?: number;
  readonly socket: number;
  readonly keyctl: number;
  readonly prctl: number;
  readonly refused: readonly number[];
}

/** The same on all architectures: io_uring_setup, io_uring_enter, io_uring_register, memfd_secret. */
const COMMON = [425, 426, 427, 447];

/** In this order: keyctl, add_key, request_key, userfaultfd, bpf, perf_event_open, syslog, fanotify_init. */
const ARCHITECTURES: Readonly<Record<string, Architecture>> = table({
  x64: {
    ...{ id: 0xc000003e, end: 0x40000000, socket: 41, keyctl: 250, prctl: 157 },
    refused: [250, 248, 249, 323, 321, 298, 103, 300, ...COMMON],
  },
  arm64: { id: 0xc00000b7, socket: 198, keyctl: 219, prctl: 167, refused: [219, 217, 218, 282, 280, 241, 116, 262, ...COMMON] },
});

/** Families of sockets that functions may open: AF_UNIX, AF_INET, AF_INET6. */
const SOCKET_FAMILIES = [1, 2, 10];
/** This family has one protocol alone, with which the C library lists addresses. */
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;

const LOAD = 0x20;
const IS = 0x15;
const IS_NOT_BELOW = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const ERROR = 0x00050000;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EAFNOSUPPORT = 97;
/** Where `struct seccomp_data` has the number of the call, its architecture, and the lower halves of its first and third argument. */
const AT = { number: 0, architecture: 4, first: 16, third: 32 };

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const refuse = (error: number): Instruction => [RETURN, 0, 0, ERROR | error];
const allow: Instruction = [RETURN, 0, 0, ALLOW];
const load = (at: number): Instruction => [LOAD, 0, 0, at];
/** The next instruction is skipped unless the loaded value is this one. */
const when = (value: number, then: Instruction): readonly Instruction[] => [[IS, 0, 1, value], then];
/** The next instruction is skipped if the loaded value is this one. */
const unless = (value: number, then: Instruction): readonly Instruction[] => [[IS, 1, 0, value], then];

function instructions({ id, end, socket, refused }: Architecture): readonly Instruction[] {
  return [
    load(AT.architecture),
    ...unless(id, refuse(ENOSYS)),
    load(AT.number),
    ...(end === undefined ? [] : ([[IS_NOT_BELOW, 0, 1, end], refuse(ENOSYS)] as const)),
    ...refused.flatMap((number) => when(number, refuse(ENOSYS))),
    ...unless(socket, allow),
    load(AT.first),
    ...SOCKET_FAMILIES.flatMap((family) => when(family, allow)),
    ...unless(AF_NETLINK, refuse(EAFNOSUPPORT)),
    load(AT.third),
    ...when(NETLINK_ROUTE, allow),
    refuse(EPROTONOSUPPORT),
  ];
}

/** Undefined: nobody wrote down the numbers of this architecture. */
const here = (): Architecture | undefined =>
  process.platform === 'linux' && endianness() === 'LE' ? ARCHITECTURES[process.arch] : undefined;

const INSTRUCTION_BYTES = 8;

export interface SystemCallFilter {
  readonly bytes: Buffer;
  /** The numbers of system calls that those who load it need. */
  readonly keyctl: number;
  readonly prctl: number;
}

/** Undefined where this machine's architecture has none. */
export function systemCallFilter(): SystemCallFilter | undefined {
  const architecture = here();
  if (architecture === undefined) return undefined;
  const list = instructions(architecture);
  const bytes = Buffer.alloc(list.length * INSTRUCTION_BYTES);
  for (const [at, [code, ifTrue, ifFalse, value]] of list.entries()) {
    bytes.writeUInt16LE(code, at * INSTRUCTION_BYTES);
    bytes.writeUInt8(ifTrue, at * INSTRUCTION_BYTES + 2);
    bytes.writeUInt8(ifFalse, at * INSTRUCTION_BYTES + 3);
    bytes.writeUInt32LE(value, at * INSTRUCTION_BYTES + 4);
  }
  return { bytes, keyctl: architecture.keyctl, prctl: architecture.prctl };
}
