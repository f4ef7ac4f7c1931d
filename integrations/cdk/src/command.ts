// `emulator cdk …`: bootstraps where that was not done, runs the project's own CDK with the environment set, and tells the events of stacks
// meanwhile.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clientEnvironment, type Environment, scopeOf } from 'cloud-emulator-client/client-environment';
import { runClient } from 'cloud-emulator-client/run-client';
import { bootstrapOptions, isBootstrapped, NEEDS_BOOTSTRAP, qualifierOf, regionsOf } from './bootstrap.ts';
import { type FoundCdk, ignoresEndpoint, mistaken } from './find-cdk.ts';
import { followStackEvents, RecordedResources, readable, type StackEvent } from './stack-events.ts';

export { findCdk } from './find-cdk.ts';
export { type FunctionSource, functionSources } from './function-sources.ts';

/** Commands that change stacks. */
const CHANGES = [...NEEDS_BOOTSTRAP, 'bootstrap', 'destroy', 'rollback'];

/** Events while the CDK runs. `output`: a line that it printed. */
export type CdkTold =
  | ({ readonly type: 'event' } & StackEvent)
  | { readonly type: 'warning' | 'bootstrap' | 'output'; readonly text: string };

export interface CdkRun {
  readonly found: FoundCdk;
  readonly words: readonly string[];
  readonly url: string;
  /** Said first: the emulator was started for this. */
  readonly started: { readonly pid: number; readonly log: string } | undefined;
  readonly environment: Environment;
  /** One JSON document per line on stdout; what the CDK prints goes to stderr. */
  readonly json: boolean;
  /** The bucket that means a folder of this machine, by default `hot-reload`; `0` where the emulator takes no code from folders. */
  readonly folderBucket?: string;
  /** Receives what is told and printed, instead of the console. */
  readonly see?: (told: CdkTold) => void;
  /** Ends the CDK. */
  readonly signal?: AbortSignal;
}

/** The exit code of the CDK. */
export async function runCdk(run: CdkRun): Promise<number> {
  const { found, words, url, started, json } = run;
  const tell = (type: string, facts: object, text: string | undefined): void => {
    if (run.see) {
      if (type === 'event') run.see({ type, ...(facts as StackEvent) });
      else if (type === 'warning' || type === 'bootstrap') run.see({ type, text: text ?? '' });
    } else if (json) process.stdout.write(`${JSON.stringify({ type, ...facts })}\n`);
    else if (text !== undefined) process.stderr.write(`${text}\n`);
  };
  const warning = mistaken(found);
  if (warning) tell('warning', { text: warning }, warning);
  tell('emulator', { url, started: started !== undefined, ...started }, started && startedText(url, started));
  const place = scopeOf(run.environment);
  const command = words.find((word) => CHANGES.includes(word));
  const blind = ignoresEndpoint(found);
  if (blind) tell('warning', { text: blind }, blind);
  if (blind && command) return 1;
  // Where it is not on a terminal, the CDK prints events itself.
  const recorded = new RecordedResources();
  const see = (event: StackEvent): void => {
    recorded.see(event);
    tell('event', event, process.stderr.isTTY ? readable(event) : undefined);
  };
  const end = command ? await followStackEvents(url, place, see) : undefined;
  try {
    let code = await bootstrap(run, [place.region, ...named(run)], tell);
    if (code === 0) code = await spawned(run, words);
    // A synthesis may name regions that were not known before it.
    if (code !== 0 && (await missing(run, named(run))).length > 0)
      code = (await bootstrap(run, named(run), tell)) || (await spawned(run, words));
    return code;
  } finally {
    await end?.();
    if (recorded.text !== undefined) tell('warning', { text: recorded.text }, recorded.text);
  }
}

const startedText = (url: string, { pid, log }: { pid: number; log: string }): string =>
  `No emulator ran at ${url}: one was started in the background (process ${pid}, log ${log}). It stays; \`emulator stop --endpoint ${url}\` ends it.`;

const named = ({ words, environment }: CdkRun): string[] =>
  words.some((word) => NEEDS_BOOTSTRAP.includes(word)) ? regionsOf(process.cwd(), words, scopeOf(environment).account) : [];

async function missing({ url, words, environment }: CdkRun, regions: readonly string[]): Promise<string[]> {
  if (!words.some((word) => NEEDS_BOOTSTRAP.includes(word))) return [];
  const { account } = scopeOf(environment);
  const qualifier = qualifierOf(process.cwd());
  const found = await Promise.all(
    [...new Set(regions)].map(async (region) => ((await isBootstrapped(url, qualifier, { account, region })) ? [] : [region])),
  );
  return found.flat();
}

async function bootstrap(
  run: CdkRun,
  regions: readonly string[],
  tell: (type: string, facts: object, text: string) => void,
): Promise<number> {
  const { account } = scopeOf(run.environment);
  const todo = (await missing(run, regions)).map((region) => `aws://${account}/${region}`);
  if (todo.length === 0) return 0;
  tell('bootstrap', { environments: todo }, `Not bootstrapped yet: ${todo.join(', ')}. Doing that first.`);
  // In the folder of the app the CDK would synthesize it first, only to look for more environments.
  const folder = mkdtempSync(join(tmpdir(), 'cdk-bootstrap-'));
  try {
    return await spawned(run, ['bootstrap', ...todo, ...bootstrapOptions(process.cwd())], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its output is ours, or is seen line by line. */
function spawned(
  { found, url, environment, json, folderBucket, see, signal }: CdkRun,
  words: readonly string[],
  folder?: string,
): Promise<number> {
  return runClient(process.execPath, [found.program, ...words], {
    environment: {
      ...clientEnvironment(environment, url),
      PATH: [found.programs, environment['PATH'] ?? ''].join(delimiter),
      ...(folderBucket === undefined ? {} : { CLOUD_EMULATOR_FOLDER_BUCKET: folderBucket }),
    },
    output: json ? 'stderr' : 'stdout',
    ...(folder === undefined ? {} : { folder }),
    ...(see === undefined ? {} : { seeLine: (text: string) => see({ type: 'output', text }) }),
    signal,
  });
}
