// AWS::ApiGateway::Deployment: a copy of the API, and the stage that is made or moved to it where the template names one.
import type { Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, number, object, tagMap, text } from '#core/resources/resource-properties';
import { readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { value } from './patches.ts';
import { callRest, changeTags, GONE, patchesOf, restType } from './rest-type.ts';
import { STAGE_PROPERTIES } from './stage-properties.ts';

const METHOD_SETTINGS = [
  'CacheDataEncrypted',
  'CacheTtlInSeconds',
  'CachingEnabled',
  'DataTraceEnabled',
  'LoggingLevel',
  'MetricsEnabled',
  'ThrottlingBurstLimit',
  'ThrottlingRateLimit',
];

/** Settings beside the list are those of all methods. */
function stageProperties(description: Properties): Properties {
  const ofAll = Object.entries(description).filter(([name]) => METHOD_SETTINGS.includes(name));
  if (ofAll.length === 0) return description;
  const all = { ResourcePath: '/*', HttpMethod: '*', ...Object.fromEntries(ofAll) };
  const others = Object.fromEntries(Object.entries(description).filter(([name]) => !METHOD_SETTINGS.includes(name)));
  return { ...others, MethodSettings: [all, ...((description['MethodSettings'] ?? []) as Properties[])] };
}

async function describeStage(properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [restApiId, stageName] = [text(properties.RestApiId) ?? '', text(properties.StageName)];
  if (stageName === undefined || properties.StageDescription === undefined) return;
  const [after, before] = [object(properties.StageDescription), object(previous.StageDescription)];
  await changeTags(`/restapis/${restApiId}/stages/${stageName}`, before.Tags, after.Tags, ctx);
  const patchOperations = patchesOf(stageProperties(after), stageProperties(before), STAGE_PROPERTIES);
  if (patchOperations.length > 0) await ctx.call('apigateway', 'UpdateStage', { restApiId, stageName, patchOperations });
}

const deployment = restType({
  noun: 'Deployment',
  owners: ['RestApiId'],
  key: 'deploymentId',
  idOf: ({ id }) => String(id),
  idAttribute: 'DeploymentId',
  plural: 'Deployments',
  properties: { Description: { read: text, patch: value('/description') } },
});

export const resource: ResourceType = {
  ...deployment,
  async create(properties, ctx) {
    const { PercentTraffic, StageVariableOverrides, UseStageCache } = object(properties.DeploymentCanarySettings);
    const { id = '' } = await ctx.call('apigateway', 'CreateDeployment', {
      restApiId: text(properties.RestApiId) ?? '',
      description: text(properties.Description),
      stageName: text(properties.StageName),
      ...(properties.DeploymentCanarySettings !== undefined && {
        canarySettings: {
          percentTraffic: number(PercentTraffic),
          stageVariableOverrides: textMap(StageVariableOverrides) as Record<string, string> | undefined,
          useStageCache: flag(UseStageCache),
        },
      }),
    });
    ctx.created(id);
    await describeStage(properties, {}, ctx);
    return { physicalId: id, attributes: { DeploymentId: id } };
  },
  async update(id, properties, previous, ctx) {
    const made = await deployment.update!(id, properties, previous, ctx);
    const stageName = text(properties.StageName);
    if (stageName === text(previous.StageName)) await describeStage(properties, previous, ctx);
    else if (stageName !== undefined) {
      const restApiId = text(properties.RestApiId) ?? '';
      const Tags = object(properties.StageDescription).Tags;
      await ctx.call('apigateway', 'CreateStage', {
        restApiId,
        stageName,
        deploymentId: id,
        tags: Tags === undefined ? undefined : tagMap(Tags),
      });
      await describeStage(properties, { StageDescription: Tags === undefined ? {} : { Tags } }, ctx);
    }
    return made;
  },
  /** With the stage or the canary that it made, where that still points to it: a deployment in use cannot be deleted. */
  async delete(id, properties, ctx) {
    const [restApiId, stageName] = [text(properties.RestApiId) ?? '', text(properties.StageName)];
    const stage = stageName === undefined ? undefined : await ignoring(GONE, ctx.call('apigateway', 'GetStage', { restApiId, stageName }));
    if (stageName !== undefined && stage?.deploymentId === id) await ctx.call('apigateway', 'DeleteStage', { restApiId, stageName });
    else if (stageName !== undefined && stage?.canarySettings?.deploymentId === id)
      await ctx.call('apigateway', 'UpdateStage', { restApiId, stageName, patchOperations: [{ op: 'remove', path: '/canarySettings' }] });
    await deployment.delete(id, properties, ctx);
  },
  async read(id, properties, ctx) {
    const restApiId = text(properties.RestApiId) ?? '';
    const found = await ignoring(GONE, callRest('GetDeployment', { restApiId, deploymentId: id }, ctx));
    return found && { ...readAs({ Description: found['description'] }), RestApiId: restApiId, DeploymentId: id };
  },
};
