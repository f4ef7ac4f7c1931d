// The links of tables: the data streams that their changes go to.
import { resourceLinks } from '#core/traces/map/resource-links';
import { tableArn } from './catalog/find-table.ts';
import { tables } from './state.ts';

export const links = resourceLinks([tables], function* (ctx) {
  for (const { name, destinations = [] } of ctx.records(tables).range())
    for (const { streamArn, status } of destinations)
      if (status === 'ACTIVE') yield { from: tableArn(name, ctx), to: streamArn, by: 'changes' };
});
