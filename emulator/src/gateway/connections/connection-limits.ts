// How long a client may keep a connection without completing what it has begun, and how many connections there may be.
import { readFileSync } from 'node:fs';

export interface ConnectionLimits {
  /** Time from the start of a connection to its first bytes, and to the end of a TLS handshake. */
  readonly firstBytesMs: number;
  /** Time from the first byte of a request to the end of its headers, in HTTP/1. */
  readonly headersMs: number;
  /** Time between two pieces of a request's body, while the emulator waits for more. Answers and long polls are not limited. */
  readonly bodyPauseMs: number;
  /** Time that an HTTP/2 connection may exist without a request on it. */
  readonly idleSessionMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  firstBytesMs: 30_000,
  headersMs: 60_000,
  bodyPauseMs: 60_000,
  idleSessionMs: 120_000,
};

/** Files that must still open while all connections are in use: lazily loaded code, objects, processes of functions. */
const RESERVED_FILES = 128;

/**
 * The number of connections that leaves enough of the process's file descriptors, by the text of Linux's `/proc/self/limits`; undefined
 * without a limit. Node.js remembers for ever that a module could not be loaded, so descriptors must not run out.
 */
export function maxConnections(limits: string | undefined): number | undefined {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits ?? '')?.[1]);
  return Number.isNaN(files) ? undefined : Math.max(files - RESERVED_FILES, Math.floor(files / 2));
}

/** Undefined where the system does not report them. */
export function processLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
}
