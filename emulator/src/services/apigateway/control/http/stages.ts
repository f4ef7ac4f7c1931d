// Stages.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type AccessLogSettings, operation, type RouteSettings, type Stage as ShownStage } from '#model/apigatewayv2';
import { routes, type Stage, stages } from '#services/apigateway/http-state';
import { isMapped } from './apis.ts';
import { changed, mergedMap } from './changes.ts';
import { deployAutomatically } from './deploy.ts';
import { bad, conflict, noSuch } from './faults.ts';
import { findApi, findDeployment, findStage } from './find-api.ts';
import { listed } from './pages.ts';
import { HTTP_TAGS } from './tag-rules.ts';

const NAME = /^(?:\$default|[A-Za-z0-9_-]{1,128})$/;
const VARIABLE_NAME = /^[A-Za-z0-9_]{1,64}$/;
const VARIABLE_VALUE = /^[A-Za-z0-9\-._~:/?#&=,]{1,512}$/;
const LOG_DESTINATION = /^arn:[^:]+:(?:logs:[^:]+:\d+:log-group:[^:]+(?::\*)?|firehose:[^:]+:\d+:deliverystream\/amazon-apigateway-.+)$/;

const shown = (stage: Frozen<Stage>): ShownStage => ({
  AccessLogSettings: stage.accessLogs,
  ApiGatewayManaged: stage.isManaged,
  AutoDeploy: stage.autoDeploy || undefined,
  ClientCertificateId: stage.clientCertificateId,
  CreatedDate: new Date(stage.createdMs),
  DefaultRouteSettings: { DetailedMetricsEnabled: false, ...stage.defaultRouteSettings },
  DeploymentId: stage.deploymentId,
  Description: stage.description,
  LastDeploymentStatusMessage: stage.lastDeploymentMessage,
  LastUpdatedDate: new Date(stage.updatedMs),
  RouteSettings: { ...stage.routeSettings },
  StageName: stage.name,
  StageVariables: { ...stage.variables },
  Tags: { ...stage.tags },
});

interface Settings {
  readonly AccessLogSettings?: AccessLogSettings | undefined;
  readonly ClientCertificateId?: string | undefined;
  readonly DefaultRouteSettings?: RouteSettings | undefined;
  readonly RouteSettings?: Readonly<Record<string, RouteSettings>> | undefined;
  readonly StageVariables?: Readonly<Record<string, string>> | undefined;
}

function check(api: string, settings: Settings, ctx: Ctx): void {
  const { protocol } = findApi(api, ctx);
  for (const [name, value] of Object.entries(settings.StageVariables ?? {})) {
    if (!VARIABLE_NAME.test(name)) throw bad(`Stage variable name ${name} must be alphanumeric and may contain underscores`);
    if (value !== '' && !VARIABLE_VALUE.test(value))
      throw bad(
        `Invalid stage variable value: ${value}. Please use values with alphanumeric characters and the symbols ' ', -', '.', '_', ':', '/', '?', '&', '=', and ','.`,
      );
  }
  checkAccessLogs(settings.AccessLogSettings);
  const keys = new Set(
    ctx
      .records(routes)
      .range([api])
      .map(({ RouteKey }) => RouteKey),
  );
  const unknown = Object.keys(settings.RouteSettings ?? {}).find((key) => !keys.has(key));
  if (unknown !== undefined) throw bad(`Unable to find Route by key ${unknown} within the provided RouteSettings`);
  if (protocol === 'HTTP') {
    const each = [settings.DefaultRouteSettings ?? {}, ...Object.values(settings.RouteSettings ?? {})];
    if (each.some(({ DataTraceEnabled, LoggingLevel }) => DataTraceEnabled || (LoggingLevel !== undefined && LoggingLevel !== 'OFF')))
      throw bad('Execution logs are not supported on protocolType HTTP');
    if (settings.ClientCertificateId) throw bad('Client certificates are not supported for protocolType HTTP');
  }
}

function checkAccessLogs(settings: AccessLogSettings | undefined): void {
  const { DestinationArn: arn, Format: format } = settings ?? {};
  if (arn !== undefined && arn !== '' && !LOG_DESTINATION.test(arn))
    throw bad(
      `Invalid ARN specified in the request. ARN must be of a log group, or of a delivery stream whose name begins with amazon-apigateway-: ${arn}`,
    );
  if (arn && !format) throw bad('Access log format is required');
  if (format && !format.includes('$context.requestId') && !format.includes('$context.extendedRequestId'))
    throw bad('Failed to set access log format: it must contain $context.requestId or $context.extendedRequestId');
}

/** A stage that deploys automatically may name a deployment when it is made, which many templates do, but not later. */
export const CreateStage = operation('CreateStage', (input, ctx) => {
  const { ApiId, StageName: name, DeploymentId, AutoDeploy: autoDeploy = false } = input;
  const { protocol } = findApi(ApiId, ctx);
  if (!NAME.test(name) || (name === '$default' && protocol === 'WEBSOCKET'))
    throw bad('Stage name only allows a-zA-Z0-9_-' + (protocol === 'HTTP' ? ' or $default' : ''));
  if (ctx.records(stages).has([ApiId, name])) throw conflict('Stage already exists');
  check(ApiId, input, ctx);
  if (DeploymentId !== undefined) findDeployment(ApiId, DeploymentId, ctx);
  const now = ctx.now();
  const stage: Stage = {
    ...{ name, autoDeploy, deploymentId: DeploymentId, description: input.Description, createdMs: now, updatedMs: now },
    accessLogs: input.AccessLogSettings,
    clientCertificateId: input.ClientCertificateId,
    defaultRouteSettings: input.DefaultRouteSettings,
    routeSettings: input.RouteSettings ?? {},
    variables: input.StageVariables ?? {},
    tags: HTTP_TAGS.ofNew(input.Tags, ctx),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(stages), [ApiId, name], stage);
    if (autoDeploy) deployAutomatically(tx, ApiId, ctx);
  });
  return shown(findStage(ApiId, name, ctx));
});

export const GetStage = operation('GetStage', ({ ApiId, StageName }, ctx) => shown(findStage(ApiId, StageName, ctx)) as ShownStage);

export const GetStages = operation('GetStages', ({ ApiId, ...page }, ctx) => {
  findApi(ApiId, ctx);
  return listed(ctx.records(stages), [ApiId], page, shown);
});

/** The settings of a route, and those of all others, are replaced whole. */
export const UpdateStage = operation('UpdateStage', ({ ApiId, StageName, ...input }, ctx) => {
  const before = findStage(ApiId, StageName, ctx);
  check(ApiId, input, ctx);
  const autoDeploy = input.AutoDeploy ?? before.autoDeploy;
  if (input.DeploymentId !== undefined && autoDeploy) throw bad('DeploymentId cannot be set for a stage that deploys automatically');
  if (input.DeploymentId !== undefined) findDeployment(ApiId, input.DeploymentId, ctx);
  const after = changed<Frozen<Stage>>(before, {
    ...{ autoDeploy, deploymentId: input.DeploymentId, description: input.Description, updatedMs: ctx.now() },
    accessLogs: input.AccessLogSettings && { ...before.accessLogs, ...input.AccessLogSettings },
    clientCertificateId: input.ClientCertificateId,
    defaultRouteSettings: input.DefaultRouteSettings,
    routeSettings: input.RouteSettings && { ...before.routeSettings, ...input.RouteSettings },
    variables: input.StageVariables && (mergedMap(before.variables, input.StageVariables) ?? {}),
  });
  ctx.write((tx) => {
    tx.put(ctx.records(stages), [ApiId, StageName], after);
    if (autoDeploy && !before.autoDeploy) deployAutomatically(tx, ApiId, ctx);
  });
  return shown(findStage(ApiId, StageName, ctx));
});

export const DeleteStage = operation('DeleteStage', ({ ApiId, StageName }, ctx) => {
  findStage(ApiId, StageName, ctx);
  if (isMapped(ApiId, StageName, ctx)) throw bad('All API mappings of this stage must be deleted before the stage is deleted');
  ctx.write((tx) => tx.delete(ctx.records(stages), [ApiId, StageName]));
});

export const DeleteAccessLogSettings = operation('DeleteAccessLogSettings', ({ ApiId, StageName }, ctx) => {
  const { accessLogs: _, ...stage } = findStage(ApiId, StageName, ctx);
  ctx.write((tx) => tx.put(ctx.records(stages), [ApiId, StageName], { ...stage, updatedMs: ctx.now() }));
});

export const DeleteRouteSettings = operation('DeleteRouteSettings', ({ ApiId, StageName, RouteKey }, ctx) => {
  const stage = findStage(ApiId, StageName, ctx);
  const { [RouteKey]: removed, ...routeSettings } = stage.routeSettings;
  if (!removed) throw noSuch('Route settings', RouteKey);
  ctx.write((tx) => tx.put(ctx.records(stages), [ApiId, StageName], { ...stage, routeSettings, updatedMs: ctx.now() }));
});
