// AWS::ApiGatewayV2::Stage

import type { Value } from '#core/resources/resource-handlers';
import { flag, ignoring, number, object, text } from '#core/resources/resource-properties';
import { asGiven, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { own } from '#lib/table';
import { emptied, partType } from './part-type.ts';

const routeSettings = shape({
  DataTraceEnabled: flag,
  DetailedMetricsEnabled: flag,
  LoggingLevel: text,
  ThrottlingBurstLimit: number,
  ThrottlingRateLimit: number,
});

const byRoute = (value: Value | undefined) =>
  Object.fromEntries(Object.entries(object(value)).map(([key, each]) => [key, routeSettings(each)]));

const stage = partType({
  noun: 'Stage',
  id: 'StageName',
  owners: ['ApiId'],
  properties: {
    AccessLogSettings: shape({ DestinationArn: text, Format: text }),
    AutoDeploy: flag,
    ClientCertificateId: text,
    DefaultRouteSettings: routeSettings,
    DeploymentId: text,
    Description: text,
    RouteSettings: byRoute,
    StageName: text,
    StageVariables: textMap,
    Tags: textMap,
  },
  cleared: (name, before) => own<unknown>({ AutoDeploy: false, DefaultRouteSettings: {}, Description: emptied(name, before) }, name),
  merged: { StageVariables: '' },
  shown: { DefaultRouteSettings: asGiven },
  tagged: (name, properties) => `/apis/${text(properties.ApiId)}/stages/${name}`,
});

export const resource: ResourceType = {
  ...stage,
  /** Access logs and the settings of a route have operations of their own that take them away. */
  async update(StageName, properties, previous, ctx) {
    const of = { ApiId: text(properties.ApiId) ?? '', StageName };
    const withoutLogs = properties.AccessLogSettings === undefined && previous.AccessLogSettings !== undefined;
    if (withoutLogs) await ctx.call('apigatewayv2', 'DeleteAccessLogSettings', of);
    const after = object(properties.RouteSettings);
    const gone = Object.keys(object(previous.RouteSettings)).filter((key) => after[key] === undefined);
    for (const RouteKey of gone)
      await ignoring(['NotFoundException'], ctx.call('apigatewayv2', 'DeleteRouteSettings', { ...of, RouteKey }));
    // Automatic deployments have taken the place of the deployment that the template names.
    const { DeploymentId: _, ...others } = properties;
    return stage.update!(StageName, flag(properties.AutoDeploy) ? others : properties, previous, ctx);
  },
  refuse: { AccessPolicyId: 'stages have no access policies.' },
};
