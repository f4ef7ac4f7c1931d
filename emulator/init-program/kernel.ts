// Requests to the kernel for which Node.js has no functions: system calls given up, descendants adopted and reaped.

import { dlopen, ptr } from 'bun:ffi';
import { systemCallFilter } from '#runtime-init/process/system-call-filter';

const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const PR_SET_CHILD_SUBREAPER = 36;
const PR_SET_NO_NEW_PRIVS = 38;
/** Landlock has the same numbers on all architectures. */
const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_RESTRICT_SELF = 446;
/** From version 6 of Landlock on: Unix sockets without a file, of programs that are not restricted by it. */
const LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET = 1n;
const WNOHANG = 1;

export class Kernel {
  readonly #c = dlopen('libc.so.6', {
    prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
    waitpid: { args: ['i32', 'ptr', 'i32'], returns: 'i32' },
    syscall: { args: ['u64', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
  }).symbols as Readonly<Record<'prctl' | 'waitpid' | 'syscall', (...values: readonly (number | bigint | null)[]) => number>>;

  #restricted = false;

  get restricted(): boolean {
    return this.#restricted;
  }

  /** Descendants whose parent has ended become children of this process, wherever it is in the tree of its container. */
  adopt(): void {
    this.#c.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  }

  /** Lets the kernel forget a child that has ended. */
  reap(pid: number): void {
    this.#c.waitpid(pid, null, WNOHANG);
  }

  /**
   * Gives up, for this thread and all that it starts, the system calls that no function may make; the engine's own filter stays, too. A
   * kernel that is imitated for another architecture may take no filter.
   */
  restrict(): void {
    this.#leaveAbstractSockets();
    const filter = systemCallFilter();
    if (filter === undefined) return;
    // `struct sock_fprog`: a number of instructions, and their address.
    const program = Buffer.alloc(16);
    program.writeUInt16LE(filter.bytes.length / 8, 0);
    program.writeBigUInt64LE(BigInt(ptr(filter.bytes)), 8);
    this.#c.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    this.#restricted = this.#c.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ptr(program), 0, 0) === 0;
  }

  /** Containers in the machine's network would reach those of the machine and of each other. */
  #leaveAbstractSockets(): void {
    const scope = Buffer.alloc(24);
    scope.writeBigUInt64LE(LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET, 16);
    const ruleset = this.#c.syscall(LANDLOCK_CREATE_RULESET, ptr(scope), scope.length, 0, 0);
    if (ruleset >= 0) this.#c.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0, 0, 0);
  }
}
