// AWS::ApiGateway::ApiKey
import type { Value } from '#core/resources/resource-handlers';
import { flag, list, object, text } from '#core/resources/resource-properties';
import { each, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { items, never, type Patcher, value } from './patches.ts';
import { restType } from './rest-type.ts';

const stageKeys = each(shape({ RestApiId: text, StageName: text }));
const asInput = (given: Value | undefined) =>
  stageKeys(given)?.map(({ RestApiId, StageName }) => ({ restApiId: RestApiId, stageName: StageName }));

/** `api/stage` */
const named = (given: unknown): string[] =>
  ((given ?? []) as { restApiId: string; stageName: string }[]).map(({ restApiId, stageName }) => `${restApiId}/${stageName}`);
const stages: Patcher = (before, after) => items('/stages')(named(before), named(after));

const shownStages = (answer: Readonly<Record<string, unknown>>): object[] =>
  ((answer['stageKeys'] ?? []) as string[]).map((stage) => ({ RestApiId: stage.split('/')[0], StageName: stage.split('/')[1] }));

const type = restType({
  noun: 'ApiKey',
  owners: [],
  key: 'apiKey',
  idOf: ({ id }) => String(id),
  idAttribute: 'APIKeyId',
  plural: 'ApiKeys',
  reading: { includeValue: true },
  properties: {
    CustomerId: { read: text, patch: value('/customerId') },
    Description: { read: text, patch: value('/description') },
    Enabled: { read: flag, patch: value('/enabled', 'false') },
    GenerateDistinctId: { read: flag, patch: never, isUnread: true },
    Name: { read: text, patch: never },
    StageKeys: { read: asInput, patch: stages, shown: shownStages },
    Value: { read: text, patch: never },
  },
  tagged: (id) => `/apikeys/${id}`,
});

/** A key without a name gets one from the stack. */
export const resource: ResourceType = {
  ...type,
  create: (properties, ctx) => type.create({ ...properties, Name: properties.Name ?? ctx.physicalName(128) }, ctx),
  update: (id, properties, previous, ctx) =>
    type.update!(id, properties, { ...previous, StageKeys: list(previous.StageKeys).map(object) }, ctx),
};
