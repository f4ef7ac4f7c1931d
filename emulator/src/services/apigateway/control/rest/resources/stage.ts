// AWS::ApiGateway::Stage
import { ignoring, tagMap, text } from '#core/resources/resource-properties';
import { readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { callRest, changeTags, GONE, type Members, patchesOf, propertiesOf } from './rest-type.ts';
import { STAGE_PROPERTIES } from './stage-properties.ts';

const MAX_NAME = 128;
const made = (name: string) => ({ physicalId: name, attributes: {} });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const stageName = text(properties.StageName) ?? ctx.physicalName(MAX_NAME);
    const named = { restApiId: text(properties.RestApiId) ?? '', stageName };
    const { DeploymentId, Description, Variables, Tags } = properties;
    await ctx.call('apigateway', 'CreateStage', {
      ...named,
      deploymentId: text(DeploymentId) ?? '',
      description: text(Description),
      variables: textMap(Variables) as Record<string, string> | undefined,
      tags: Tags === undefined ? undefined : tagMap(Tags),
    });
    ctx.created(stageName);
    const known = Object.fromEntries(Object.entries({ DeploymentId, Description, Variables }).filter(([, each]) => each !== undefined));
    const patchOperations = patchesOf(properties, known as never, STAGE_PROPERTIES);
    if (patchOperations.length > 0) await ctx.call('apigateway', 'UpdateStage', { ...named, patchOperations });
    return made(stageName);
  },
  async update(stageName, properties, previous, ctx) {
    const restApiId = text(properties.RestApiId) ?? '';
    await changeTags(`/restapis/${restApiId}/stages/${stageName}`, previous.Tags, properties.Tags, ctx);
    const patchOperations = patchesOf(properties, previous, STAGE_PROPERTIES);
    if (patchOperations.length > 0) await ctx.call('apigateway', 'UpdateStage', { restApiId, stageName, patchOperations });
    return made(stageName);
  },
  async delete(stageName, properties, ctx) {
    await ignoring(GONE, ctx.call('apigateway', 'DeleteStage', { restApiId: text(properties.RestApiId) ?? '', stageName }));
  },
  async read(stageName, properties, ctx) {
    const restApiId = text(properties.RestApiId) ?? '';
    const stage = await ignoring(GONE, callRest('GetStage', { restApiId, stageName }, ctx));
    if (!stage) return undefined;
    const Tags = Object.entries((stage['tags'] ?? {}) as Record<string, string>).map(([Key, Value]) => ({ Key, Value }));
    return { ...readAs({ ...propertiesOf(stage, STAGE_PROPERTIES, properties), Tags }), RestApiId: restApiId, StageName: stageName };
  },
  listNeeds: ['RestApiId'],
  async list(filter, _position, ctx) {
    const restApiId = text(filter.RestApiId) ?? '';
    const { item = [] } = (await callRest('GetStages', { restApiId }, ctx)) as { item?: readonly Members[] };
    return { items: item.map(({ stageName }) => ({ RestApiId: restApiId, StageName: String(stageName) })) };
  },
};
