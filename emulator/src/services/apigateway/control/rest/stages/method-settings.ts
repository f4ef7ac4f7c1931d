// Settings of a stage's methods, as their patch paths name them: `/~1pets/GET/throttling/rateLimit`, `/*/*/logging/loglevel`.
import { table } from '#lib/table';
import type { MethodSetting } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import type { Draft } from '#services/apigateway/control/rest/patch/patch';
import { flagOf, numberIn } from '#services/apigateway/control/rest/patch/patch-paths';
import type { Stage } from '#services/apigateway/rest-state';

type Read = (path: string, value: string) => MethodSetting;

const flag =
  (member: keyof MethodSetting): Read =>
  (path, value) => ({ [member]: flagOf({ path, value }) });
const number =
  (member: keyof MethodSetting): Read =>
  (path, value) => ({ [member]: numberIn({ path, value }) });
const oneOf =
  (member: keyof MethodSetting, values: readonly string[]): Read =>
  (path, value) => {
    if (!values.includes(value)) throw bad(`Invalid value specified for ${path}. Must be one of: [${values.join(', ')}]`);
    return { [member]: value };
  };

const SETTINGS: Readonly<Record<string, Read>> = table({
  'metrics/enabled': flag('metricsEnabled'),
  'logging/dataTrace': flag('dataTraceEnabled'),
  'logging/loglevel': oneOf('loggingLevel', ['OFF', 'ERROR', 'INFO']),
  'throttling/burstLimit': number('throttlingBurstLimit'),
  'throttling/rateLimit': number('throttlingRateLimit'),
  'caching/ttlInSeconds': number('cacheTtlInSeconds'),
  'caching/enabled': flag('cachingEnabled'),
  'caching/dataEncrypted': flag('cacheDataEncrypted'),
  'caching/requireAuthorizationForCacheControl': flag('requireAuthorizationForCacheControl'),
  'caching/unauthorizedCacheControlHeaderStrategy': oneOf('unauthorizedCacheControlHeaderStrategy', [
    'FAIL_WITH_403',
    'SUCCEED_WITH_RESPONSE_HEADER',
    'SUCCEED_WITHOUT_RESPONSE_HEADER',
  ]),
});

/** The values of all other settings of a method that has one. */
const DEFAULTS: MethodSetting = {
  metricsEnabled: false,
  dataTraceEnabled: false,
  throttlingBurstLimit: 5000,
  throttlingRateLimit: 10_000,
  cachingEnabled: false,
  cacheTtlInSeconds: 300,
  cacheDataEncrypted: false,
  requireAuthorizationForCacheControl: true,
  unauthorizedCacheControlHeaderStrategy: 'SUCCEED_WITH_RESPONSE_HEADER',
};

const PATH = /^\/([^/]+)\/(\*|[A-Z]+)(?:\/(.+))?$/;

/** The key under which a method's settings are kept: `~1pets/GET`, of which the first slash is left out. */
const keyOf = (path: string): string | undefined => {
  const [, resource, method] = PATH.exec(path) ?? [];
  return resource === undefined || method === undefined ? undefined : `${resource.replace(/^~1(?=.)/, '')}/${method}`;
};

/** Also of a whole method, to remove all its settings. */
export function isSettingPath(path: string): boolean {
  const rest = PATH.exec(path)?.[3];
  return PATH.test(path) && (rest === undefined || Object.hasOwn(SETTINGS, rest));
}

export function applySetting(draft: Draft<Stage>, path: string, value: string): void {
  const setting = PATH.exec(path)?.[3];
  const read = setting === undefined ? undefined : SETTINGS[setting];
  if (!read) throw bad(`Invalid method setting path: ${path}`);
  const key = keyOf(path)!;
  const before = draft.methodSettings[key] ?? draft.methodSettings['*/*'] ?? DEFAULTS;
  draft.methodSettings[key] = { ...before, ...read(path, value) };
}

export function removeSetting(draft: Draft<Stage>, path: string): void {
  const key = keyOf(path)!;
  if (!Object.hasOwn(draft.methodSettings, key))
    throw bad(`Cannot remove method setting ${path.slice(1)} because there is no method setting for this method `);
  delete draft.methodSettings[key];
}
