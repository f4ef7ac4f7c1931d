// Query definitions: queries that are kept under a name, for a console to offer.
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/logs';
import { invalid } from '#services/logs/groups/find-group';
import { pageOfRecords } from '#services/logs/pages';
import { type QueryDefinition, queryDefinitions } from '#services/logs/query-state';

/** Limit: query definitions of a region. */
const MAX_DEFINITIONS = 1000;

const noDefinition = () => fault('ResourceNotFoundException', 'The specified query definition does not exist.');

export const PutQueryDefinition = operation('PutQueryDefinition', (input, ctx) => {
  const { name, queryString: text, queryDefinitionId: given, logGroupNames = [], parameters, queryLanguage = 'CWLI' } = input;
  if (queryLanguage !== 'CWLI') throw invalid(`Queries in ${queryLanguage} are not emulated: queryLanguage can only be CWLI here.`);
  const records = ctx.records(queryDefinitions);
  if (given !== undefined && !records.has([given])) throw noDefinition();
  if (given === undefined && records.count() >= MAX_DEFINITIONS) throw fault('LimitExceededException', 'Resource limit exceeded.');
  const queryDefinitionId = given ?? ctx.id();
  const definition = { name, text, groups: logGroupNames, parameters, modifiedMs: ctx.now() };
  ctx.write((tx) => tx.put(records, [queryDefinitionId], definition));
  return { queryDefinitionId };
});

export const DeleteQueryDefinition = operation('DeleteQueryDefinition', ({ queryDefinitionId }, ctx) => {
  const records = ctx.records(queryDefinitions);
  if (!records.has([queryDefinitionId])) throw noDefinition();
  ctx.write((tx) => tx.delete(records, [queryDefinitionId]));
  return { success: true };
});

export const DescribeQueryDefinitions = operation('DescribeQueryDefinitions', (input, ctx) => {
  const { queryDefinitionNamePrefix: prefix = '', queryLanguage, maxResults: limit, nextToken } = input;
  if (queryLanguage !== undefined && queryLanguage !== 'CWLI') return { queryDefinitions: [] };
  const page = pageOfRecords(ctx.records(queryDefinitions), [], { limit, nextToken }, { keep: ({ name }) => name.startsWith(prefix) });
  return { queryDefinitions: page.items.map(([[id], definition]) => describe(id, definition)), nextToken: page.nextToken };
});

const describe = (queryDefinitionId: string, { name, text, groups, parameters, modifiedMs }: Frozen<QueryDefinition>) => ({
  queryLanguage: 'CWLI',
  queryDefinitionId,
  name,
  queryString: text,
  lastModified: modifiedMs,
  logGroupNames: groups,
  ...(parameters && { parameters }),
});
