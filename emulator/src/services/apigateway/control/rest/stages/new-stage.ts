// A new stage, by CreateStage or by a deployment.
import type { Ctx } from '#core/ctx';
import type { CanarySettings, CreateStageRequest } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { deployments, type Stage } from '#services/apigateway/rest-state';

const NAME = /^[A-Za-z0-9_-]{1,128}$/;
const VARIABLE_NAME = /^\w+$/;
const VARIABLE_VALUE = /^[A-Za-z0-9\-._~:/?#&=,]+$/;

export function newStage(input: CreateStageRequest, ctx: Ctx): Stage {
  const { restApiId, stageName, deploymentId, variables = {}, canarySettings, tags, ...settings } = input;
  if (!NAME.test(stageName)) throw bad('Stage name only allows a-zA-Z0-9_-');
  checkVariables(variables);
  if (canarySettings?.deploymentId !== undefined && !ctx.records(deployments).has([restApiId, canarySettings.deploymentId]))
    throw bad('Deployment id does not exist');
  return {
    ...{
      name: stageName,
      deploymentId,
      variables,
      tags: REST_TAGS.ofNew(tags, ctx),
      methodSettings: {},
      createdMs: ctx.now(),
      updatedMs: ctx.now(),
    },
    description: settings.description,
    documentationVersion: settings.documentationVersion,
    cacheClusterEnabled: settings.cacheClusterEnabled ?? false,
    cacheClusterSize: settings.cacheClusterSize ?? (settings.cacheClusterEnabled ? '0.5' : undefined),
    tracingEnabled: settings.tracingEnabled ?? false,
    canarySettings: canarySettings && withDefaults(canarySettings, deploymentId),
  };
}

/** Adds the settings that a canary does not give. */
export const withDefaults = (canary: CanarySettings, deploymentId: string): CanarySettings => ({
  ...canary,
  deploymentId: canary.deploymentId ?? deploymentId,
  percentTraffic: canary.percentTraffic ?? 0,
  useStageCache: canary.useStageCache ?? false,
});

export function checkVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!VARIABLE_NAME.test(name)) throw bad(`Stage variable name only allows alphanumeric characters and underscores: ${name}`);
    if (!VARIABLE_VALUE.test(value)) throw bad(`Stage variable value contains characters that are not allowed: ${name}`);
  }
}
