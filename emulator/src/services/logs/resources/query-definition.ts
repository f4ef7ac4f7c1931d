// AWS::Logs::QueryDefinition
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { text, texts } from '#core/resources/resource-properties';
import { each, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { uncapitalize, uncapitalized } from '#core/resources/uncapitalized';
import type { QueryParameter } from '#model/logs';

const parameter = shape({ Name: requiredText, DefaultValue: text, Description: text });
const parametersOf = (value: Value | undefined): QueryParameter[] | undefined =>
  each(parameter)(value)?.map((given) => uncapitalized(given!));

async function find(id: string, ctx: ResourceContext) {
  for (let nextToken: string | undefined, page = 0; page === 0 || nextToken !== undefined; page++) {
    const answer = await ctx.call('logs', 'DescribeQueryDefinitions', { nextToken, maxResults: 1000 });
    const found = answer.queryDefinitions?.find(({ queryDefinitionId }) => queryDefinitionId === id);
    if (found) return found;
    nextToken = answer.nextToken;
  }
  return undefined;
}

export const resource: ResourceType = crudType({
  id: 'QueryDefinitionId',
  gone: ['ResourceNotFoundException'],
  properties: { Name: requiredText, QueryString: requiredText, QueryLanguage: text, LogGroupNames: texts, Parameters: parametersOf },
  create: (_name, given, _properties, ctx) => ctx.call('logs', 'PutQueryDefinition', uncapitalized(given)),
  idOf: ({ queryDefinitionId }) => queryDefinitionId!,
  update: (queryDefinitionId, given, _change, ctx) =>
    ctx.call('logs', 'PutQueryDefinition', { queryDefinitionId, ...uncapitalized(given) }),
  delete: (queryDefinitionId, _properties, ctx) => ctx.call('logs', 'DeleteQueryDefinition', { queryDefinitionId }),
  find: (id, _properties, ctx) => find(id, ctx),
  memberOf: uncapitalize,
  shown: ({ parameters }) => ({
    Parameters: parameters?.map(({ name: Name, defaultValue: DefaultValue, description: Description }) => ({
      Name,
      DefaultValue,
      Description,
    })),
  }),
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeQueryDefinitions', { nextToken }),
  listed: ({ queryDefinitions }) => queryDefinitions?.map(({ queryDefinitionId }) => queryDefinitionId),
});
