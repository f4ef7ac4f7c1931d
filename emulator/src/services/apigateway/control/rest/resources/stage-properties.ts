// Properties of stages as patch operations: those of stages, and those of the stages that deployments make. Pure.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { flag, list, number, object, text } from '#core/resources/resource-properties';
import { textMap } from '#core/resources/resource-shape';
import { table } from '#lib/table';
import type { CanarySettings, MethodSetting, PatchOperation } from '#model/apigateway';
import { entries, members, type Patcher, value } from './patches.ts';
import type { Members, RestKind } from './rest-type.ts';

const canary = (given: Value | undefined): CanarySettings | undefined => {
  if (given === undefined) return undefined;
  const { DeploymentId, PercentTraffic, StageVariableOverrides, UseStageCache } = object(given);
  return {
    deploymentId: text(DeploymentId),
    percentTraffic: number(PercentTraffic),
    stageVariableOverrides: textMap(StageVariableOverrides) as Record<string, string> | undefined,
    useStageCache: flag(UseStageCache),
  };
};

const removable =
  (path: string, patch: Patcher): Patcher =>
  (before, after) =>
    after === undefined && before !== undefined ? [{ op: 'remove', path }] : patch(before, after);

/** Overrides are only replaced or removed. */
const replaced =
  (path: string): Patcher =>
  (before, after) =>
    entries(path)(before, after).map((each) => (each.op === 'add' ? { ...each, op: 'replace' } : each));

const canaryPatch = removable(
  '/canarySettings',
  members({
    deploymentId: value('/canarySettings/deploymentId'),
    percentTraffic: value('/canarySettings/percentTraffic', '0'),
    stageVariableOverrides: replaced('/canarySettings/stageVariableOverrides'),
    useStageCache: value('/canarySettings/useStageCache', 'false'),
  }),
);

const accessLog = (given: Value | undefined) => {
  const { DestinationArn, Format } = object(given);
  return given === undefined ? undefined : { destinationArn: text(DestinationArn), format: text(Format) };
};

const SETTINGS: Readonly<Record<string, readonly [path: string, unset: string]>> = table({
  MetricsEnabled: ['metrics/enabled', 'false'],
  LoggingLevel: ['logging/loglevel', 'OFF'],
  DataTraceEnabled: ['logging/dataTrace', 'false'],
  ThrottlingBurstLimit: ['throttling/burstLimit', '5000'],
  ThrottlingRateLimit: ['throttling/rateLimit', '10000'],
  CachingEnabled: ['caching/enabled', 'false'],
  CacheTtlInSeconds: ['caching/ttlInSeconds', '300'],
  CacheDataEncrypted: ['caching/dataEncrypted', 'false'],
});

/** `/~1pets/GET`: slashes within the path are escaped, also where the template leaves them as they are. */
function methodPath({ ResourcePath, HttpMethod }: Properties): string {
  const path = text(ResourcePath) ?? '/*';
  const isEscaped = path.startsWith('/~1') || path === '/*';
  return `${isEscaped ? path : `/${path.replaceAll('/', '~1')}`}/${text(HttpMethod) ?? '*'}`;
}

/** By path: the texts of the settings that are given. */
const settingsIn = (given: Value | undefined): Record<string, Record<string, string>> =>
  Object.fromEntries(
    list(given).map((each) => {
      const given_ = Object.entries(SETTINGS).filter(([name]) => object(each)[name] !== undefined);
      return [methodPath(object(each)), Object.fromEntries(given_.map(([name, [path]]) => [path, text(object(each)[name]) ?? '']))];
    }),
  );

const settingsPatch: Patcher = (before, after) => {
  const [old, next] = [before ?? {}, after ?? {}] as Record<string, Record<string, string>>[];
  const unset = Object.fromEntries(Object.values(SETTINGS));
  const removed = Object.keys(old!)
    .filter((path) => !Object.hasOwn(next!, path))
    .map((path): PatchOperation => ({ op: 'remove', path }));
  const changes = Object.entries(next!).flatMap(([path, settings]) => {
    const gone = Object.keys(old![path] ?? {}).filter((name) => !Object.hasOwn(settings, name));
    const put = Object.entries(settings).filter(([name, each]) => old![path]?.[name] !== each);
    return [...gone.map((name) => [name, unset[name] ?? ''] as const), ...put].map(
      ([name, each]): PatchOperation => ({ op: 'replace', path: `${path}/${name}`, value: each }),
    );
  });
  return [...removed, ...changes];
};

function shownSettings({ methodSettings = {} }: { readonly methodSettings?: Record<string, MethodSetting> }, given: Value | undefined) {
  return list(given).map((each) => {
    const [path = '', method = ''] = methodPath(object(each)).slice(1).split('/');
    const found = methodSettings[`${path.replace(/^~1(?=.)/, '')}/${method}`] ?? {};
    const named = Object.keys(object(each)).filter((name) => Object.hasOwn(SETTINGS, name));
    const values = named.map((name) => [name, found[`${name[0]!.toLowerCase()}${name.slice(1)}` as keyof MethodSetting]]);
    const { ResourcePath, HttpMethod } = object(each);
    return { ResourcePath, HttpMethod, ...Object.fromEntries(values) };
  });
}

export const STAGE_PROPERTIES: RestKind['properties'] = {
  AccessLogSetting: {
    read: accessLog,
    patch: removable(
      '/accessLogSettings',
      members({ destinationArn: value('/accessLogSettings/destinationArn'), format: value('/accessLogSettings/format') }),
    ),
    shown: (answer) => {
      const { destinationArn, format } = (answer['accessLogSettings'] ?? {}) as Members;
      return destinationArn === undefined ? undefined : { DestinationArn: destinationArn, Format: format };
    },
  },
  CacheClusterEnabled: { read: flag, patch: value('/cacheClusterEnabled', 'false') },
  CacheClusterSize: { read: text, patch: value('/cacheClusterSize', '0.5') },
  CanarySetting: {
    read: canary,
    patch: canaryPatch,
    shown: (answer) => {
      const found = answer['canarySettings'] as CanarySettings | undefined;
      return (
        found && {
          DeploymentId: found.deploymentId,
          PercentTraffic: found.percentTraffic,
          StageVariableOverrides: found.stageVariableOverrides,
          UseStageCache: found.useStageCache,
        }
      );
    },
  },
  ClientCertificateId: { read: text, patch: value('/clientCertificateId') },
  DeploymentId: { read: text, patch: value('/deploymentId') },
  Description: { read: text, patch: value('/description') },
  DocumentationVersion: { read: text, patch: value('/documentationVersion') },
  MethodSettings: { read: settingsIn, patch: settingsPatch, shown: (answer, given) => shownSettings(answer, given) },
  TracingEnabled: { read: flag, patch: value('/tracingEnabled', 'false') },
  Variables: { read: textMap, patch: replaced('/variables') },
};
