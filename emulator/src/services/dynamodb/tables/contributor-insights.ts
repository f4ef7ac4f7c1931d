// UpdateContributorInsights, DescribeContributorInsights and ListContributorInsights: which tables and indexes are watched is kept as a record, with
// the names of the rules that would watch them. Nothing is counted.
import { pageOfItems } from '#core/page';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/dynamodb';
import { findWholeTable } from '#services/dynamodb/catalog/find-table';
import { invalid } from '#services/dynamodb/faults';
import { type Insights, type Table, tables } from '#services/dynamodb/state';

/** Limit: items of a page of ListContributorInsights. */
const MAX_LISTED = 100;
const DEFAULT_MODE = 'ACCESSED_AND_THROTTLED_KEYS';

/** @throws Fault ResourceNotFoundException for anything but a global index */
function checkIndex(table: Frozen<Table>, index: string): void {
  if (index === '' || table.indexes.some(({ global, name }) => global && name === index)) return;
  throw fault('ResourceNotFoundException', `Index: ${index} not found for table: ${table.name}`);
}

const insightsOf = (table: Frozen<Table>, index: string): Frozen<Insights> | undefined =>
  table.insights?.find((each) => each.index === index);

/** The rules watch the keys that are used and keys that are throttled: partitions, and items where there is a sort key. */
function rulesOf(table: Frozen<Table>, { index, mode, changedMs }: Frozen<Insights>): string[] {
  const key = index === '' ? table.key : table.indexes.find(({ name }) => name === index)!.key;
  const kinds = key.some(({ kind }) => kind === 'RANGE') ? ['PK', 'SK'] : ['PK'];
  const what = mode === DEFAULT_MODE ? ['C', 'T'] : ['T'];
  const name = index === '' ? table.name : `${table.name}-${index}`;
  return kinds.flatMap((kind) => what.map((each) => `DynamoDBContributorInsights-${kind}${each}-${name}-${changedMs}`));
}

const named = (table: Frozen<Table>, index: string) => ({ TableName: table.name, ...(index !== '' && { IndexName: index }) });

/** A call that changes nothing writes nothing. Without a mode, the mode that everything begins with is meant. */
export const UpdateContributorInsights = operation('UpdateContributorInsights', (input, ctx) => {
  const { TableName, IndexName: index = '', ContributorInsightsAction: action, ContributorInsightsMode: given = DEFAULT_MODE } = input;
  const { there, table } = findWholeTable(TableName, ctx);
  checkIndex(table, index);
  const present = insightsOf(table, index);
  const enabled = action === 'ENABLE';
  const mode = (enabled ? given : (present?.mode ?? DEFAULT_MODE)) as Insights['mode'];
  const same = enabled === (present?.enabled ?? false) && (!enabled || present?.mode === mode);
  const shown = { ...named(table, index), ...((enabled || present) && { ContributorInsightsMode: mode }) };
  if (same) return { ...shown, ContributorInsightsStatus: enabled ? 'ENABLED' : 'DISABLED' };
  const others = (table.insights ?? []).filter((each) => each !== present);
  const insights = [...others, { index, mode, enabled, changedMs: there.now() }];
  there.write((tx) => tx.put(there.records(tables), [table.name], { ...table, insights }));
  return { ...shown, ContributorInsightsStatus: enabled ? 'ENABLING' : 'DISABLING' };
});

export const DescribeContributorInsights = operation('DescribeContributorInsights', ({ TableName, IndexName: index = '' }, ctx) => {
  const { table } = findWholeTable(TableName, ctx);
  checkIndex(table, index);
  const present = insightsOf(table, index);
  if (!present) return { ...named(table, index), ContributorInsightsStatus: 'DISABLED' };
  return {
    ...named(table, index),
    ...(present.enabled && { ContributorInsightsRuleList: rulesOf(table, present) }),
    ContributorInsightsStatus: present.enabled ? 'ENABLED' : 'DISABLED',
    LastUpdateDateTime: new Date(present.changedMs),
    ContributorInsightsMode: present.mode,
  };
});

interface Watched {
  readonly table: string;
  readonly insights: Frozen<Insights>;
}

/** Disabled insights are left out; a table comes before its indexes. */
export const ListContributorInsights = operation('ListContributorInsights', ({ TableName, MaxResults = MAX_LISTED, NextToken }, ctx) => {
  const listed = TableName === undefined ? ctx.records(tables).range() : [findWholeTable(TableName, ctx).table];
  const watched = listed.flatMap(({ name, insights = [] }): Watched[] =>
    insights.filter(({ enabled }) => enabled).map((each) => ({ table: name, insights: each })),
  );
  // The model lets the number be negative or 0.
  const limit = MaxResults > 0 ? MaxResults : MAX_LISTED;
  const keyOf = ({ table, insights: { index } }: Watched) => [table, index];
  const { items, next } = pageOfItems(watched, keyOf, { limit, token: NextToken }, () => invalid('Invalid NextToken'));
  return {
    ContributorInsightsSummaries: items.map(({ table: name, insights: { index, mode } }) => ({
      TableName: name,
      ...(index !== '' && { IndexName: index }),
      ContributorInsightsStatus: 'ENABLED',
      ContributorInsightsMode: mode,
    })),
    NextToken: next,
  };
});
