// Due work: each action due at a later time is a record, written together with its cause. One timer waits for the first.

import type { Ctx } from '#core/ctx';
import { collection, type Key } from '#core/records';

/** Runs at its time, at least once: it must read the store to see what is still true. */
export type DueWork = (key: Key, ctx: Ctx) => void | Promise<void>;

export interface Due {
  readonly work: string;
  readonly account: string;
  readonly region: string;
  readonly key: Key;
  readonly atMs: number;
}

/** `[atMs, id]`, ordered by time; `id` is the text of work, place and key, so that the record itself has nothing to add. */
export const dueByTime = collection<[atMs: number, id: string], object>('core.due', { version: 2, upgrade: () => NOTHING, global: true });
export const NOTHING = Object.freeze({});
/** The time by id, so that a later request replaces an earlier one. */
export const dueById = collection<[id: string], { atMs: number }>('core.due-by-id', { global: true });

/** Each wake of the signal makes the work run. So does every start, because a wake may have been lost while the emulator was down. */
export interface Watch {
  readonly work: string;
  readonly account: string;
  readonly region: string;
  readonly key: Key;
  /** Includes the account and region. */
  readonly signal: string;
}

export const watches = collection<[id: string], Watch>('core.watches', { global: true });

/** The work of an id at its time. */
export function dueOf(id: string, atMs: number): Due {
  const [work, account, region, ...key] = JSON.parse(id) as [string, string, string, ...Key];
  return { work, account, region, key, atMs };
}

export const dueId = (work: string, account: string, region: string, key: Key): string => JSON.stringify([work, account, region, ...key]);
