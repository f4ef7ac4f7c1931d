// Tells the default bus that an execution has begun or ended.
// https://docs.aws.amazon.com/lambda/latest/dg/durable-monitoring.html
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { partitionOf } from '#lib/arn';
import { isoSeconds } from '#lib/iso-seconds';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import type { Head } from './engine/head.ts';
import { executionArn } from './locate.ts';

const RETRY = { maxRetries: 24, maxAgeMs: 24 * 3_600_000 };

export function announceStatus(tx: Tx, head: Head, ctx: Ctx): void {
  const { account, region } = ctx;
  const { functionName, version, name, status, startMs, endMs } = head;
  const arn = executionArn(head, ctx);
  const id = ctx.id();
  const text = JSON.stringify({
    ...{ version: '0', id, 'detail-type': 'Durable Execution Status Change', source: 'aws.lambda' },
    ...{ account, time: isoSeconds(ctx.now()), region, resources: [] },
    detail: {
      ...{ durableExecutionArn: arn, durableExecutionName: name },
      ...{ functionArn: functionArn(ctx, functionName, versionName(version)), status },
      startTimestamp: new Date(startMs).toISOString(),
      ...(endMs !== undefined && { endTimestamp: new Date(endMs).toISOString() }),
    },
  });
  const to = {
    targetArn: `arn:${partitionOf(region)}:events:${region}:${account}:event-bus/default`,
    as: { service: 'lambda.amazonaws.com', sourceArn: functionArn(ctx, functionName), sourceAccount: account },
    retry: RETRY,
    about: { service: 'lambda', resource: `durable execution ${functionName}/${name}, ${status}`, resourceArn: arn },
  } as const;
  ctx.deliver(tx, [{ to, payload: text, wholeEvent: { id, text } }]);
}
