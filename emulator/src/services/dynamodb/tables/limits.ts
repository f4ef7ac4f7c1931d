// DescribeLimits and DescribeEndpoints.
import { operation } from '#model/dynamodb';

/** The quotas that every account begins with. */
const UNITS = {
  AccountMaxReadCapacityUnits: 80_000,
  AccountMaxWriteCapacityUnits: 80_000,
  TableMaxReadCapacityUnits: 40_000,
  TableMaxWriteCapacityUnits: 40_000,
};
const CACHE_MINUTES = 1_440;

export const DescribeLimits = operation('DescribeLimits', () => UNITS);

/** The address by which the client came. */
export const DescribeEndpoints = operation('DescribeEndpoints', (_input, ctx) => ({
  Endpoints: [{ Address: new URL(ctx.origin).host, CachePeriodInMinutes: CACHE_MINUTES }],
}));
