// Tells of a delivery that is tried again: the first failure is a problem, all further ones are lines on the console.
import type { Ctx } from '#core/ctx';
import type { FailedRun } from '#core/traces/run';
import { FIREHOSE_RETRIED } from '#services/firehose/messages';

type Retry = Parameters<typeof FIREHOSE_RETRIED.text>[0];

export function tellRetry(retry: Retry, attempts: number, run: FailedRun, ctx: Ctx): void {
  if (attempts === 1) ctx.report(FIREHOSE_RETRIED, retry, run);
  else ctx.log.write(FIREHOSE_RETRIED, retry);
}
