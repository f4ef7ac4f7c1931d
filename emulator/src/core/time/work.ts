// Due work: what must happen at a moment is a record, written with what caused it. One timer waits for the first.

import type { Ctx } from '#core/ctx';
import { collection, type Key } from '#core/records';

/** Runs when its moment has come, at least once: it reads the store to see what is still true. */
export type DueWork = (key: Key, ctx: Ctx) => void | Promise<void>;

export interface Due {
  readonly work: string;
  readonly account: string;
  readonly region: string;
  readonly key: Key;
  readonly atMs: number;
}

/** `[atMs, id]`, in the order of their moments; `id` is the text of work, place and key. */
export const dueByTime = collection<[atMs: number, id: string], Due>('core.due', { global: true });
/** The moment by id, so that a later word replaces an earlier one. */
export const dueById = collection<[id: string], { atMs: number }>('core.due-by-id', { global: true });

/** A standing order: each wake of the signal makes the work run. So does every start, for a wake that nobody heard is lost. */
export interface Watch {
  readonly work: string;
  readonly account: string;
  readonly region: string;
  readonly key: Key;
  /** With its place. */
  readonly signal: string;
}

export const watches = collection<[id: string], Watch>('core.watches', { global: true });

export const dueId = (work: string, account: string, region: string, key: Key): string => JSON.stringify([work, account, region, ...key]);
