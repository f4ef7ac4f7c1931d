// The tables of a global table: one in each region, of the same name and account.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Table, tables } from '#services/dynamodb/state';

/** A table of the group, and the context of its region. */
export interface Member {
  readonly there: Ctx;
  readonly table: Frozen<Table>;
}

/** The other tables, in the order in which they became known here. */
export const otherMembers = ({ name, replicas = [] }: Frozen<Table>, ctx: Ctx): Member[] =>
  replicas.flatMap(({ region }) => {
    const there = ctx.in({ region });
    const table = there.records(tables).get([name]);
    return table ? [{ there, table }] : [];
  });

/** One table alone expires items, and replicates their deletion: the oldest. */
export const expiresItems = (table: Frozen<Table>, ctx: Ctx): boolean =>
  otherMembers(table, ctx).every(
    ({ there, table: other }) => table.createdMs < other.createdMs || (table.createdMs === other.createdMs && ctx.region < there.region),
  );
