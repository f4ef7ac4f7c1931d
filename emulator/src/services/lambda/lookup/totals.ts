// Sums over all functions of an account and region, updated with every write.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { type TotalsRecord, totals } from '#services/lambda/state';

const NONE: TotalsRecord = { functions: 0, codeBytes: 0, reserved: 0 };

export const totalsOf = (ctx: Ctx): TotalsRecord => ctx.records(totals).get(['all']) ?? NONE;

export function addToTotals(tx: Tx, change: Partial<TotalsRecord>, ctx: Ctx): void {
  const { functions, codeBytes, reserved } = totalsOf(ctx);
  tx.put(ctx.records(totals), ['all'], {
    functions: functions + (change.functions ?? 0),
    codeBytes: codeBytes + (change.codeBytes ?? 0),
    reserved: reserved + (change.reserved ?? 0),
  });
}
