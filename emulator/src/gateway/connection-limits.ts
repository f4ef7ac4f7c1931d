// How long a client may keep a connection without sending what it has begun, and how many connections there may be.
import { readFileSync } from 'node:fs';

export interface ConnectionLimits {
  /** From the start of a connection to its first bytes, and to the end of a TLS handshake. */
  readonly firstBytesMs: number;
  /** From the first byte of a request to the end of its headers, in HTTP/1. */
  readonly headersMs: number;
  /** Between two pieces of a request's body, while the emulator waits for more of it. Answers and long polls take as long as they like. */
  readonly bodyPauseMs: number;
  /** An HTTP/2 connection without a request on it. */
  readonly idleSessionMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  firstBytesMs: 30_000,
  headersMs: 60_000,
  bodyPauseMs: 60_000,
  idleSessionMs: 120_000,
};

/** Files that must still open while all connections are taken: code that loads lazily, objects, processes of functions. */
const RESERVED_FILES = 128;

/**
 * How many connections leave enough of the process's file descriptors, by the text of Linux's `/proc/self/limits`; undefined without a limit.
 * Node.js keeps for ever that a module could not be loaded, so that must not come to pass.
 */
export function maxConnections(limits: string | undefined): number | undefined {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits ?? '')?.[1]);
  return Number.isNaN(files) ? undefined : Math.max(files - RESERVED_FILES, Math.floor(files / 2));
}

/** Undefined where the system does not tell. */
export function processLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
}
