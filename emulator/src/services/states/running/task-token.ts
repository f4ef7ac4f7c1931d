// Tokens of tasks: they name the execution, its thread and the attempt, so that a late answer is recognised.
import type { RegionScope } from '#core/region-scope';

export interface TaskAddress extends RegionScope {
  readonly machine: string;
  readonly execution: string;
  readonly executionId: string;
  readonly thread: number;
  readonly attempt: number;
}

export const writeTaskToken = ({ account, region, machine, execution, executionId, thread, attempt }: TaskAddress): string =>
  Buffer.from(JSON.stringify([account, region, machine, execution, executionId, thread, attempt])).toString('base64url');

/** Undefined for a text that is no token. */
export function readTaskToken(token: string): TaskAddress | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 7) return undefined;
  const [account, region, machine, execution, executionId, thread, attempt] = parts;
  const isText = [account, region, machine, execution, executionId].every((part) => typeof part === 'string' && part !== '');
  if (!isText || !Number.isSafeInteger(thread) || !Number.isSafeInteger(attempt)) return undefined;
  return { account, region, machine, execution, executionId, thread, attempt };
}
