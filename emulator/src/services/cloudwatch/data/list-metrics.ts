// ListMetrics: metrics that had values in the last two weeks, by namespace, name and a part of their dimensions.
import type { UnitSeries } from '#core/metrics/metric-reader';
import { pager } from '#core/pager';
import { nextTurn } from '#lib/next-turn';
import { type DimensionFilter, operation } from '#model/cloudwatch';
import { invalidToken } from '#services/cloudwatch/faults';
import { showDimensions } from './dimensions.ts';

const PAGE = 500;
/** Series that are looked at between two pauses. */
const A_TURN = 500;
const LISTED_SECONDS = 14 * 86_400;
const RECENT_SECONDS = 3 * 3600;

const { pageOfItems } = pager({
  request: ({ NextToken }: { NextToken?: string | undefined }) => ({ limit: PAGE, token: NextToken }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

export const ListMetrics = operation('ListMetrics', async (input, ctx) => {
  const { OwningAccount: account, IncludeLinkedAccounts } = input;
  const there = account === undefined ? ctx : ctx.in({ account });
  await there.metrics.flush();
  const { reader } = there.metrics;
  const found = new Map<string, UnitSeries>();
  let looked = 0;
  const since = Math.floor(ctx.now() / 1000) - (input.RecentlyActive === undefined ? LISTED_SECONDS : RECENT_SECONDS);
  for (const series of reader.list(input.Namespace, input.Namespace === undefined ? undefined : input.MetricName)) {
    if (++looked % A_TURN === 0) await nextTurn();
    if (input.MetricName !== undefined && series.name !== input.MetricName) continue;
    if (!hasAll(series, input.Dimensions ?? [])) continue;
    const key = JSON.stringify([series.namespace, series.name, series.dimensionsKey]);
    if (!found.has(key) && (reader.lastSecond(series.id) ?? 0) >= since) found.set(key, series);
  }
  const page = pageOfItems([...found.values()], ({ namespace, name, dimensionsKey }) => [namespace, name, dimensionsKey], input);
  return {
    Metrics: page.items.map(({ namespace, name, dimensions }) => ({
      Namespace: namespace,
      MetricName: name,
      Dimensions: showDimensions(dimensions),
    })),
    OwningAccounts: IncludeLinkedAccounts ? page.items.map(() => there.account) : undefined,
    NextToken: page.NextToken,
  };
});

const hasAll = ({ dimensions }: UnitSeries, filters: readonly DimensionFilter[]): boolean =>
  filters.every(({ Name, Value }) => dimensions.some(({ name, value }) => name === Name && (Value === undefined || value === Value)));
