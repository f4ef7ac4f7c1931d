// A failure that is found before its run has ended: the message that reports it, for the place that knows the run.
import type { Ctx } from '#core/ctx';
import type { Message } from '#lib/message';
import type { FailedRun } from './run.ts';

/** Reports the failure of a run; see `Ctx.report`. */
export type Reporting = (run: FailedRun, ctx: Ctx) => void;

/** `more`: facts of the failure, such as its remedy. */
export const reporting =
  <Data>(message: Message<Data>, data: Data, more: Partial<FailedRun> = {}): Reporting =>
  (run, ctx) =>
    ctx.report(message, data, { ...run, ...more });
