// The ledger of problems (docs/management.md): failures that nobody handled, each with its root cause, what followed, and the command that mends it.
import { ask, jsonLines } from './management.ts';

export interface Problem {
  readonly number: number;
  readonly atMs: number;
  /** The request from which it followed. */
  readonly trace: string;
  /** The id in the log lines of what failed. */
  readonly requestId?: string;
  readonly what: string;
  readonly code: string;
  readonly cause: string;
  /** The first lines of a stack. */
  readonly lines: readonly string[];
  readonly resource?: string;
  readonly remedy?: string;
  readonly logGroup?: string;
  /** How often it happened in this request. */
  readonly count: number;
  readonly consequences: readonly { readonly atMs: number; readonly code: string; readonly text: string; readonly resource?: string }[];
}

const MAX_PROBLEMS = 1_000;

let reading: Promise<readonly Problem[]> | undefined;

const readAll = async (): Promise<readonly Problem[]> =>
  jsonLines<Problem>(await (await ask(`/problems?lines=${MAX_PROBLEMS}`)).text()).reverse();

/** All that are kept, the newest first. Several parts of a page ask for them at once: they share one answer. */
export function recentProblems(): Promise<readonly Problem[]> {
  reading ??= readAll().finally(() => (reading = undefined));
  return reading;
}
