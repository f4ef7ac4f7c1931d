// Patches of stages, a dialect of its own: method settings, canaries and their promotion. Texts and rules as recorded.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { PatchOperation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { type Draft, decodePart } from '#services/apigateway/control/rest/patch/patch';
import { flagOf, numberIn } from '#services/apigateway/control/rest/patch/patch-paths';
import { deployments, type Stage } from '#services/apigateway/rest-state';
import { applySetting, isSettingPath, removeSetting } from './method-settings.ts';
import { checkVariables, withDefaults } from './new-stage.ts';

const KNOWN_PATHS =
  '[/deploymentId, /description, /cacheClusterEnabled, /cacheClusterSize, /clientCertificateId, /accessLogSettings, /accessLogSettings/destinationArn, /accessLogSettings/format, /{resourcePath}/{httpMethod}/metrics/enabled, /{resourcePath}/{httpMethod}/logging/dataTrace, /{resourcePath}/{httpMethod}/logging/loglevel, /{resourcePath}/{httpMethod}/throttling/burstLimit/{resourcePath}/{httpMethod}/throttling/rateLimit/{resourcePath}/{httpMethod}/caching/ttlInSeconds, /{resourcePath}/{httpMethod}/caching/enabled, /{resourcePath}/{httpMethod}/caching/dataEncrypted, /{resourcePath}/{httpMethod}/caching/requireAuthorizationForCacheControl, /{resourcePath}/{httpMethod}/caching/unauthorizedCacheControlHeaderStrategy, /*/*/metrics/enabled, /*/*/logging/dataTrace, /*/*/logging/loglevel, /*/*/throttling/burstLimit /*/*/throttling/rateLimit /*/*/caching/ttlInSeconds, /*/*/caching/enabled, /*/*/caching/dataEncrypted, /*/*/caching/requireAuthorizationForCacheControl, /*/*/caching/unauthorizedCacheControlHeaderStrategy, /variables/{variable_name}, /tracingEnabled]';

interface Change {
  readonly op: string;
  readonly path: string;
  readonly value: string;
  /** The parts of the path, decoded. */
  readonly parts: readonly string[];
}

type Apply = (draft: Draft<Stage>, change: Change) => void;

/** @throws BadRequestException; nothing is changed then */
export function patchedStage(api: string, stage: Frozen<Stage>, operations: readonly PatchOperation[], ctx: Ctx): Stage {
  const draft = structuredClone(stage) as unknown as Draft<Stage>;
  const checkDeployment = (id: string): void => {
    if (!ctx.records(deployments).has([api, id])) throw bad('Deployment id does not exist');
  };
  for (const { op = '', path, value = '', from } of operations) {
    if (path === undefined) throw bad('Invalid patch path null');
    if (op === 'copy') promote(draft, path, from);
    else applyChange(draft, { op, path, value, parts: path.split('/').slice(1).map(decodePart) }, checkDeployment);
  }
  draft.updatedMs = ctx.now();
  return draft as Stage;
}

/** Promotion of a canary. */
function promote(draft: Draft<Stage>, path: string, from: string | undefined): void {
  const isKnown =
    (path === '/deploymentId' || path === '/variables') &&
    (from === '/canarySettings/deploymentId' || from === '/canarySettings/stageVariableOverrides');
  if (!isKnown)
    throw bad(
      'Invalid copy operation with path: /canarySettings/stageVariableOverrides and from /variables. Valid copy:path are [/deploymentId, /variables] and valid copy:from are [/canarySettings/deploymentId, /canarySettings/stageVariableOverrides]',
    );
  const { canarySettings } = draft;
  if (!canarySettings) throw bad('Promotion not available. Canary does not exist.');
  if (path === '/variables') Object.assign(draft.variables, canarySettings.stageVariableOverrides);
  else draft.deploymentId = canarySettings.deploymentId ?? draft.deploymentId;
}

function applyChange(draft: Draft<Stage>, change: Change, checkDeployment: (id: string) => void): void {
  const { op, path, parts, value } = change;
  if (isSettingPath(path) && parts[0] !== 'accessLogSettings') {
    if (op === 'remove') removeSetting(draft, path);
    else applySetting(draft, path, value);
    return;
  }
  if (parts[0] === 'canarySettings') {
    applyCanary(draft, change, checkDeployment);
    return;
  }
  if (path === '/deploymentId') checkDeployment(value);
  if (op === 'remove' && !isRemovable(path, parts)) throw noSetting(path);
  const apply = applyOf(path, parts);
  if (!apply) throw unknownPath(path);
  apply(draft, change);
}

const unknownPath = (path: string) => bad(`Invalid method setting path: ${path}. Must be one of: ${KNOWN_PATHS}`);
/** A blank at the end, as recorded. */
export const noSetting = (path: string) =>
  bad(`Cannot remove method setting ${path.replace(/^\//, '')} because there is no method setting for this method `);

const isRemovable = (path: string, [first, second]: readonly string[]): boolean =>
  path === '/accessLogSettings' || (first === 'variables' && second !== undefined);

const TEXTS = new Set(['deploymentId', 'description', 'cacheClusterSize', 'clientCertificateId', 'documentationVersion']);
const FLAGS = new Set(['cacheClusterEnabled', 'tracingEnabled']);
const LOG_SETTINGS = new Set(['destinationArn', 'format']);

function applyOf(path: string, [first = '', second, third]: readonly string[]): Apply | undefined {
  if (third !== undefined) return undefined;
  if (first === 'variables' && second !== undefined) return applyVariable;
  if (first === 'accessLogSettings') {
    if (second === undefined)
      return (draft, { op }) => {
        if (op !== 'remove') throw badLogPath();
        draft.accessLogSettings = undefined;
      };
    if (!LOG_SETTINGS.has(second)) throw badLogPath();
    return (draft, { value }) => {
      if (value === '') throw bad('Access Log value must not be empty');
      if (second === 'destinationArn' && !/^arn:/.test(value)) throw bad(`Invalid ARN specified in the request`);
      // The cloud keeps the log group without its wildcard.
      draft.accessLogSettings = { ...draft.accessLogSettings, [second]: second === 'destinationArn' ? value.replace(/:\*$/, '') : value };
    };
  }
  if (second !== undefined) return undefined;
  if (TEXTS.has(first)) return (draft, { value }) => Object.assign(draft, { [first]: value === '' ? undefined : value });
  if (FLAGS.has(first)) return (draft, { value }) => Object.assign(draft, { [first]: flagOf({ path, value }) });
  return undefined;
}

const badLogPath = () =>
  bad('Invalid accessLogSettings path. Must be one of : [/accessLogSettings/destinationArn, /accessLogSettings/format]');

function applyVariable(draft: Draft<Stage>, { op, parts: [, name = ''], value }: Change): void {
  if (op === 'remove') {
    delete draft.variables[name];
    return;
  }
  checkVariables({ [name]: value });
  draft.variables[name] = value;
}

function applyCanary(draft: Draft<Stage>, change: Change, checkDeployment: (id: string) => void): void {
  const { op, path, value, parts } = change;
  const [, member, name] = parts;
  if (op === 'remove') {
    if (member === undefined) draft.canarySettings = undefined;
    else if (member === 'stageVariableOverrides' && name !== undefined) delete draft.canarySettings?.stageVariableOverrides?.[name];
    else throw noSetting(path);
    return;
  }
  if (op !== 'replace') throw bad(`Invalid ${op} operation with path: ${path}`);
  const canary = { ...draft.canarySettings };
  if (member === 'percentTraffic' && name === undefined) canary.percentTraffic = percentIn(path, value);
  else if (member === 'useStageCache' && name === undefined) canary.useStageCache = flagOf({ path, value });
  else if (member === 'deploymentId' && name === undefined) {
    checkDeployment(value);
    canary.deploymentId = value;
  } else if (member === 'stageVariableOverrides' && name !== undefined)
    canary.stageVariableOverrides = { ...canary.stageVariableOverrides, [name]: value };
  else throw unknownPath(path);
  draft.canarySettings = withDefaults(canary, draft.deploymentId) as typeof draft.canarySettings;
}

function percentIn(path: string, value: string): number {
  const percent = numberIn({ path, value });
  if (percent < 0 || percent > 100) throw bad('Percent traffic must be between 0.0 and 100.0');
  return percent;
}
