// Hands a run over to the outbox, in the write that makes the run: it reaches the target at least once, even if this process is killed.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { scheduleArn } from '#services/scheduler/arns';
import type { Schedule } from '#services/scheduler/state';
import { writeInvocation } from './invocation.ts';

export function invoke(tx: Tx, { group, name, target }: Frozen<Schedule>, scheduledMs: number, ctx: Ctx): void {
  const { MaximumRetryAttempts = 0, MaximumEventAgeInSeconds = 0 } = target.RetryPolicy ?? {};
  const payload = writeInvocation({
    scheduledMs,
    id: ctx.id(),
    input: target.Input,
    messageGroupId: target.SqsParameters?.MessageGroupId,
    partitionKey: target.KinesisParameters?.PartitionKey,
    event: target.EventBridgeParameters,
  });
  const to = {
    targetArn: target.Arn,
    as: { role: target.RoleArn },
    retry: { maxRetries: MaximumRetryAttempts, maxAgeMs: MaximumEventAgeInSeconds * 1000 },
    deadLetterArn: target.DeadLetterConfig?.Arn,
    sentBySender: true as const,
    about: { service: 'scheduler', resource: `schedule ${group}/${name}`, resourceArn: scheduleArn(ctx, group, name) },
  };
  ctx.deliver(tx, [{ to, payload }]);
}
