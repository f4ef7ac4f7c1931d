// Tells what becomes of parcels that do not arrive at once. All attempts at a parcel are one problem, in the trace of its batch.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { FailedRun } from '#core/traces/run';
import { streamArn } from '#services/firehose/arns';
import { FIREHOSE_LOST, FIREHOSE_RETRIED, undelivered } from '#services/firehose/messages';
import type { DeliveryStream, Parcel } from '#services/firehose/state';
import { countAttempt } from './count-attempt.ts';

interface Attempted {
  readonly stream: Pick<Frozen<DeliveryStream>, 'name'>;
  readonly id: string;
  /** As it was before the attempt. */
  readonly parcel: Frozen<Parcel>;
  /** The bucket, or the address. */
  readonly to: string;
  /** The object, or the request. */
  readonly key: string;
}

interface FailedAttempt {
  readonly reason: string;
  /** The command that lets it through. */
  readonly remedy?: string | undefined;
}

const factsOf = ({ stream: { name }, to, key }: Attempted, { reason }: FailedAttempt) => ({ name, to, key, reason });

const runOf = ({ stream, id, parcel }: Attempted, { remedy }: FailedAttempt, ctx: Ctx): FailedRun => ({
  ...{ what: 'problem', resource: streamArn(ctx, stream.name), attempts: [id], sentBy: parcel.sentBy, remedy },
});

export function tellRetry(attempted: Attempted, failure: FailedAttempt, inS: number, ctx: Ctx): void {
  const facts = factsOf(attempted, failure);
  countAttempt(attempted.stream, attempted.parcel, false, ctx);
  ctx.report(FIREHOSE_RETRIED, { ...facts, inS }, { ...runOf(attempted, failure, ctx), cause: undelivered(facts) });
}

export function tellLoss(attempted: Attempted, failure: FailedAttempt, ctx: Ctx): void {
  countAttempt(attempted.stream, attempted.parcel, false, ctx);
  ctx.report(FIREHOSE_LOST, factsOf(attempted, failure), runOf(attempted, failure, ctx));
}

/** Says nothing, unless it had failed before. */
export function tellArrival({ stream, id, parcel, to, key }: Attempted, ctx: Ctx): void {
  countAttempt(stream, parcel, true, ctx);
  if (parcel.attempts === 0) return;
  const text = `${key} of delivery stream ${stream.name} was delivered to ${to} by attempt ${parcel.attempts + 1}`;
  ctx.reportRecovery({ attempt: id, text, resource: streamArn(ctx, stream.name) });
}
