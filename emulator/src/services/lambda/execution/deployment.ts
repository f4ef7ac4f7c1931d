// Makes the specification of an environment from the settings of a version.
import { isLicensed, lacksLicence } from '#config/licence';
import type { Content, DebuggerState, EnvironmentSpec, FunctionVersion } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { versionName } from '#services/lambda/lookup/function-name';
import { LAYERS_NOT_APPLIED } from '#services/lambda/messages';
import type { LayerUse, Settings } from '#services/lambda/state';
import { daemonAddress } from '#services/lambda/tracing/daemon';
import type { DebugSession } from './debug-sessions.ts';
import { environmentVariables } from './environment-variables.ts';
import { executionOf } from './execution.ts';
import type { Deployment, Initialization, Prepared } from './fleet.ts';
import { fleetKey } from './fleet-key.ts';
import { FunctionLog } from './function-log.ts';
import { DEBUGGER, FUNCTION_OUTPUT } from './messages.ts';
import { watchedContents } from './watched-contents.ts';

export interface Deployed {
  readonly name: string;
  readonly version: number;
  readonly settings: Frozen<Settings>;
  /** The environments serve this tenant only. */
  readonly tenantId?: string | undefined;
}

export const functionVersionOf = ({ runtime, architecture, image }: Frozen<Settings>): FunctionVersion =>
  image ? { packageType: 'Image', imageUri: image.uri, imageId: image.id, architecture } : { packageType: 'Zip', runtime, architecture };

/** An image contains its code. */
const NO_CODE: Content = { sha256: '', sizeBytes: 0, localDir: '' };

/** While the version is debugged it runs in environments of their own. */
export function deploymentOf(deployed: Deployed, ctx: Ctx): Deployment {
  const { name, version, settings, tenantId } = deployed;
  const { debugSessions } = executionOf(ctx);
  const session = debugSessions.isEmpty ? undefined : debugSessions.of(fleetKey(name, version, ctx));
  return {
    fleet: fleetKey(name, version, ctx, tenantId),
    id: session ? `${settings.id} debugged ${session.id}` : settings.id,
    startsAhead: session === undefined,
    prepare: (initialization) => prepare(deployed, initialization, session, ctx.detached()),
  };
}

async function prepare(
  { name, version, settings }: Deployed,
  initialization: Initialization,
  session: DebugSession | undefined,
  ctx: Ctx,
): Promise<Prepared> {
  const execution = executionOf(ctx);
  const { code, sessions } = execution;
  const whileWriting = (work: Promise<void>) => execution.whileWriting(work);
  const credentials = await sessions.credentials(settings.role, name.length < 2 ? `${name}@lambda_function` : name, ctx);
  ctx.nameCaller(credentials.accessKeyId, `function ${name}`);
  const used = [...(settings.code ? [settings.code] : []), ...appliedLayers(name, settings, ctx).map((layer) => layer.code)];
  // Watched before the environment reads a file, so that no change is missed.
  const { contents, hot } = await watchedContents(
    () => Promise.all(used.map((ref) => code.content(ref))),
    () => execution.hotFolders.watch({ functionName: name, fleet: fleetKey(name, version, ctx), settings, code: used }, ctx),
  );
  const [stored = NO_CODE, ...layers] = contents;
  const content = hot?.content ?? stored;
  const daemon = await daemonAddress(ctx);
  // No await from here on, so that `release` is certain to give back what is used and watched.
  for (const ref of used) code.use(ref);
  const label = versionName(version);
  const stream = streamName(name, label, settings, ctx);
  const log = new FunctionLog({ functionName: name, stream, logging: settings.logging, role: settings.role });
  const variables = {
    functionName: name,
    version: label,
    region: ctx.region,
    settings,
    stream,
    credentials,
    initialization,
    daemon,
    endpoint: ctx.options.FUNCTION_DISABLE_AWS_ENDPOINT_URL ? undefined : ctx.origin,
  };
  const debugged = debuggerNotice(name, ctx);
  const spec: EnvironmentSpec = {
    id: `${ctx.account}-${name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 32)}-${ctx.random(8)}`,
    function: functionVersionOf(settings),
    functionName: name,
    functionVersion: label,
    accountId: ctx.account,
    handler: settings.handler ?? '',
    code: content,
    layers,
    image: settings.image,
    env: debuggable(withSourceMaps(environmentVariables(variables), hot?.content !== undefined), session),
    timeoutMs: settings.timeoutS * 1000,
    memoryMb: settings.memoryMb,
    tmpMb: settings.ephemeralMb,
    logFormat: settings.logging.format,
    labels: { function: name, account: ctx.account, region: ctx.region },
    onLog: (record) => {
      if (record.debugger) debugged(record.debugger);
      session?.read(spec.id, record);
      if (!log.add(record)) return;
      if (record.source !== 'platform')
        ctx.log.write(FUNCTION_OUTPUT, { name, line: record.text, maxCharacters: ctx.options.FUNCTION_TRUNCATE_STDOUT });
      if (log.overdue) void ctx.track(whileWriting(log.write(log.take(), ctx)));
    },
  };
  const release = () => {
    for (const ref of used) code.unuse(ref);
    hot?.close();
    session?.gone(spec.id);
  };
  return { spec, log, hot, release };
}

/** Lets stacks name the sources of bundled code. */
const withSourceMaps = (env: Record<string, string>, isBundled: boolean): Record<string, string> =>
  isBundled ? { ...env, NODE_OPTIONS: [env['NODE_OPTIONS'], '--enable-source-maps'].filter(Boolean).join(' ') } : env;

const debuggable = (env: Record<string, string>, session: DebugSession | undefined): Record<string, string> =>
  session ? session.variables(env) : env;

/** Says on the console, and to requests that wait for the function, that a debugger holds it. */
function debuggerNotice(name: string, ctx: Ctx): (state: DebuggerState) => void {
  let end = (): void => {};
  return (state) => {
    end();
    end = state.kind === 'awaited' ? ctx.hold(`The function ${name} waits for a debugger at ${state.address}.`) : () => {};
    ctx.log.write(DEBUGGER, { name, state });
  };
}

/** The layers that are mounted. The function stores all of its layers in any case. */
function appliedLayers(name: string, { layers = [] }: Frozen<Settings>, { options, log }: Ctx): Frozen<readonly LayerUse[]> {
  if (layers.length === 0 || isLicensed(options)) return layers;
  log.write(LAYERS_NOT_APPLIED, { name, reason: lacksLicence('Applying them') });
  return [];
}

/**
 * `2026/01/31/[$LATEST]0123…`. In a log group of the function's choice the function's name stands in front, because functions may share the
 * group.
 */
function streamName(name: string, version: string, { logging }: Frozen<Settings>, ctx: Ctx): string {
  const day = new Date(ctx.now()).toISOString().slice(0, 10).replaceAll('-', '/');
  const own = logging.group === `/aws/lambda/${name}` ? '' : name;
  return `${day}/${own}[${version}]${ctx.random(32)}`;
}
