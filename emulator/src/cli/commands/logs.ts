// `emulator logs`: prints the emulator's own lines, or those of functions, so far and as they come.
import pc from 'picocolors';
import { askEmulator, endpoint } from '#cli/endpoint';
import { type FunctionScope, listFunctions } from '#cli/functions';
import { locateFunction } from '#cli/locate-function';
import { linesOf } from '#cli/log-stream';
import { eventsSoFar, type FunctionLogEvent, type FunctionLogSource, LogFollower, logSource } from '#cli/logs/function-logs';
import { findLogGroup } from '#cli/logs/log-groups';
import { clockTime, colouredMessage, NameColumn, readableLine } from '#cli/logs/log-view';
import { NO_LOG } from '#cli/messages';
import { otherRegions } from '#cli/other-regions';
import { print } from '#cli/print';
import { chosenRegion } from '#cli/region';
import { startOf } from '#cli/since';
import { OPTION_INVALID } from '#config/messages';
import type { LogLine } from '#core/log';
import { EmulatorError } from '#lib/emulator-error';

interface LogsOptions {
  readonly follow?: boolean;
  readonly all?: boolean;
  readonly lines: string;
  readonly since?: string;
  readonly filter?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
}

/** @throws EmulatorError OPTION_INVALID, NO_LOG, LOGS_REFUSED, NOT_RUNNING */
export async function logs(names: readonly string[], options: LogsOptions): Promise<void> {
  if (!/^\d+$/.test(options.lines))
    throw new EmulatorError(OPTION_INVALID, `--lines ${options.lines} is not a number.`, { hint: 'It takes a whole number.' });
  const url = endpoint(options.endpoint);
  if (names.length === 0 && !options.all) return ownLines(url, options);
  const scope: FunctionScope = { url, region: chosenRegion().region };
  const sources = await Promise.all((await functionNames(names, options, scope)).map((name) => logSource(name, scope)));
  await functionLines(sources, options, scope);
}

async function ownLines(url: string, { lines, follow, json, filter, since }: LogsOptions): Promise<void> {
  const from = since === undefined ? 0 : await startOf(since, url);
  const answer = await askEmulator(`${url}/_emulator/log?lines=${lines}${follow ? '&follow=1' : ''}`);
  for await (const text of linesOf(answer)) {
    const line = JSON.parse(text) as LogLine;
    if (line.atMs >= from && contains(line.text, filter)) print(json ? text : readableLine(line));
  }
}

/** A name may be an ARN or a logical id. A function that was deleted may have left its log. */
async function functionNames(names: readonly string[], { all }: LogsOptions, scope: FunctionScope): Promise<string[]> {
  const listed = all ? ((await listFunctions(scope)) ?? []).map((each) => each.FunctionName) : [];
  const named = names.map((name) =>
    locateFunction(name, undefined, scope.url).then(
      (located) => located.name,
      () => lastOf(name),
    ),
  );
  return [...new Set([...(await Promise.all(named)), ...listed])];
}

const lastOf = (name: string): string => name.replace(/^.*:function:/, '');

async function functionLines(sources: readonly FunctionLogSource[], options: LogsOptions, scope: FunctionScope): Promise<void> {
  const { follow = false, all = false, since, filter } = options;
  const missing = all ? undefined : sources.find(({ arn, isDeployed }) => arn === undefined && !(follow && isDeployed));
  if (missing) throw await noGroup(missing, scope.url);
  const show = printer(sources.length > 1 || all, options);
  const see = (event: FunctionLogEvent) => void (contains(event.message, filter) && show(event));
  const ending = new AbortController();
  const follower = follow ? new LogFollower({ sources, takesOthers: all, signal: ending.signal, see }, scope) : undefined;
  await follower?.open();
  const soFar = await eventsSoFar(sources, since === undefined ? undefined : await startOf(since, scope.url), scope);
  const matching = soFar.filter(({ message }) => contains(message, filter));
  for (const event of matching.slice(Math.max(0, matching.length - Number(options.lines)))) show(event);
  follower?.release(soFar);
  await follower?.run();
}

function printer(showsNames: boolean, { json }: LogsOptions): (event: FunctionLogEvent) => void {
  const column = new NameColumn();
  return ({ timestamp, name, message }) => {
    const head = `${pc.dim(clockTime(timestamp))} ${showsNames ? `${column.show(name)} ` : ''}`;
    print(json ? JSON.stringify({ timestamp, function: name, message }) : `${head}${colouredMessage(message)}`);
  };
}

const contains = (text: string, filter: string | undefined): boolean =>
  filter === undefined || text.toLowerCase().includes(filter.toLowerCase());

async function noGroup({ name, group }: FunctionLogSource, url: string): Promise<EmulatorError> {
  const { region, from } = chosenRegion();
  const there = await regionOf(group, url, region);
  return new EmulatorError(NO_LOG, `There is no log group ${group} in ${region} (${from}).`, {
    hint:
      there === undefined
        ? 'It is made with the first invocation of the function, for which -f waits. No other region has it.'
        : `It is in ${there}: AWS_REGION=${there} emulator logs ${name}`,
  });
}

/** Another region that has the group. */
async function regionOf(group: string, url: string, besides: string): Promise<string | undefined> {
  for (const region of await otherRegions(url, besides)) if (await findLogGroup(group, { url, region })) return region;
  return undefined;
}
