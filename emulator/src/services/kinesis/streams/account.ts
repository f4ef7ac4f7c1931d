// DescribeLimits, DescribeAccountSettings, UpdateAccountSettings.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/kinesis';
import { MAX_SHARDS, openShardCount } from '#services/kinesis/shards/shard-limit';
import { type AccountSettings, accountSettings, streams } from '#services/kinesis/state';
import { MAX_ON_DEMAND_STREAMS } from './streams.ts';

const DAY_MS = 86_400_000;
const NO_COMMITMENT: AccountSettings = { commitment: 'DISABLED' };

export const DescribeLimits = operation('DescribeLimits', (_input, ctx) => ({
  ShardLimit: MAX_SHARDS,
  OpenShardCount: openShardCount(ctx),
  OnDemandStreamCount: ctx
    .records(streams)
    .range([])
    .filter(({ mode }) => mode === 'ON_DEMAND').length,
  OnDemandStreamCountLimit: MAX_ON_DEMAND_STREAMS,
}));

const settingsOf = (ctx: Ctx): AccountSettings => ctx.records(accountSettings).get(['settings']) ?? NO_COMMITMENT;

function show({ commitment, startedMs, endedMs }: AccountSettings, ctx: Ctx) {
  const earliestEndMs = startedMs === undefined ? undefined : startedMs + DAY_MS;
  const isKept = commitment === 'DISABLED' && earliestEndMs !== undefined && earliestEndMs > ctx.now();
  const Status: 'ENABLED_UNTIL_EARLIEST_ALLOWED_END' | AccountSettings['commitment'] = isKept
    ? 'ENABLED_UNTIL_EARLIEST_ALLOWED_END'
    : commitment;
  return {
    MinimumThroughputBillingCommitment: {
      Status,
      ...(startedMs !== undefined && { StartedAt: new Date(startedMs) }),
      ...(endedMs !== undefined && !isKept && { EndedAt: new Date(endedMs) }),
      ...(earliestEndMs !== undefined && (commitment === 'ENABLED' || isKept) && { EarliestAllowedEndAt: new Date(earliestEndMs) }),
    },
  };
}

export const DescribeAccountSettings = operation('DescribeAccountSettings', (_input, ctx) => show(settingsOf(ctx), ctx));

export const UpdateAccountSettings = operation('UpdateAccountSettings', (input, ctx) => {
  const before = settingsOf(ctx);
  const isEnabled = input.MinimumThroughputBillingCommitment.Status === 'ENABLED';
  const nowMs = ctx.now();
  let after: AccountSettings = before;
  if (isEnabled && before.commitment === 'DISABLED') after = { commitment: 'ENABLED', startedMs: nowMs };
  else if (!isEnabled && before.commitment === 'ENABLED')
    after = { commitment: 'DISABLED', startedMs: before.startedMs, endedMs: Math.max(nowMs, (before.startedMs ?? nowMs) + DAY_MS) };
  ctx.write((tx) => tx.put(ctx.records(accountSettings), ['settings'], after));
  return show(after, ctx);
});
