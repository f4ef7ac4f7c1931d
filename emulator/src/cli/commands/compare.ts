// `emulator compare`: runs a program once against the emulator and once against another side, and tells what was answered differently. `play` repeats saved recordings.
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';
import { startTold } from '#cli/commands/tf';
import { type ComparedCall, comparedCalls, pairedRuns } from '#cli/compare/compare-calls';
import { accountOfSide, sideOf } from '#cli/compare/find-side';
import { makeCase } from '#cli/compare/make-case';
import { endpointSide, type Side } from '#cli/compare/other-side';
import { playCase } from '#cli/compare/play-case';
import { RecordingProxy } from '#cli/compare/proxy';
import { type RecordedCall, readCalls } from '#cli/compare/recorded-calls';
import { SameValues, type SideFacts } from '#cli/compare/same-values';
import { endpoint } from '#cli/endpoint';
import { CASE_INVALID, COMMAND_MISSING, FILES_EXIST } from '#cli/messages';
import { print } from '#cli/print';
import { chosenRegion } from '#cli/region';
import { EmulatorError } from '#lib/emulator-error';
import { readCase, writeCase } from '#lib/recorded/case-json';
import { terminalText } from '#lib/terminal-text';
import { createDetection } from '#protocol/detect';
import { createModels, type Models } from '#protocol/models';

export interface CompareOptions {
  readonly with: string;
  readonly region?: string;
  readonly save?: string;
  readonly title?: string;
  readonly yes?: boolean;
  readonly endpoint?: string;
  readonly json?: boolean;
}

interface SideRun {
  readonly calls: readonly RecordedCall[];
  readonly exit: number;
  readonly facts: SideFacts;
}

/**
 * Exit status 1 where something differs.
 * @throws EmulatorError COMMAND_MISSING, PROFILE_UNUSABLE, SIDE_INVALID, FILES_EXIST, NOT_RUNNING
 */
export async function compare(words: readonly string[], options: CompareOptions): Promise<void> {
  if (words.length === 0)
    throw new EmulatorError(COMMAND_MISSING, 'No command is given that could be run.', {
      hint: '`emulator compare --with http://127.0.0.1:5000 -- aws sqs create-queue --queue-name a`',
    });
  if (options.save !== undefined && existsSync(options.save))
    throw new EmulatorError(FILES_EXIST, `${options.save} exists.`, { hint: 'Name another file, or remove it.' });
  const url = endpoint(options.endpoint);
  await startTold(url);
  const models = createModels();
  const proxyUrl = { current: '' };
  const { side, region } = sideOf(options, process.env, () => proxyUrl.current);
  const ours = await run(words, endpointSide(url), { region, models, proxyUrl });
  process.stderr.write(`${pc.dim(`Now with ${side.name}.`)}\n`);
  const theirs = await run(words, side, { region, models, proxyUrl });
  const same = new SameValues(ours.facts, theirs.facts, Date.now());
  const pairs = pairedRuns(ours.calls, theirs.calls, same);
  const compared = comparedCalls(pairs, same);
  const differing = compared.filter(({ madeBy, differences }) => madeBy !== 'both' || differences.length > 0);
  if (differing.length > 0 || ours.exit !== theirs.exit) process.exitCode = 1;
  if (options.json) print(JSON.stringify({ with: side.name, exit: { emulator: ours.exit, other: theirs.exit }, calls: compared }));
  else show(compared, side.name, ours.exit, theirs.exit);
  if (options.save === undefined) return;
  const title = options.title ?? words.join(' ');
  const source = `emulator compare with ${side.name.startsWith('http') ? 'an endpoint' : 'the cloud'}`;
  const { recorded, masked, left } = makeCase({ title, source, pairs, facts: theirs.facts, models, nowMs: Date.now() });
  await save(
    options.save,
    writeCase(recorded),
    [
      ...masked.map((each) => `replaced: ${each}`),
      ...(left > 0 ? [`left out: ${left} requests that are no operations of a known service`] : []),
    ],
    options.yes ?? false,
  );
}

interface RunParts {
  readonly region: string;
  readonly models: Models;
  readonly proxyUrl: { current: string };
}

async function run(words: readonly string[], side: Side, { region, models, proxyUrl }: RunParts): Promise<SideRun> {
  const { clientEnvironment } = await import('cloud-emulator-client/client-environment');
  const { runClient } = await import('cloud-emulator-client/run-client');
  const proxy = new RecordingProxy({ side, detection: createDetection(), models });
  await proxy.start();
  try {
    proxyUrl.current = proxy.url;
    const environment: Readonly<Record<string, string | undefined>> = {
      ...clientEnvironment({ ...process.env, AWS_REGION: region }, proxy.url),
      AWS_DEFAULT_REGION: region,
    };
    const account = await accountOfSide(proxy.url, environment['AWS_ACCESS_KEY_ID']!, region, models);
    const asked = proxy.exchanges.length;
    const [command = '', ...rest] = words;
    const exit = await runClient(command, rest, { environment, output: 'stderr' });
    const calls = await readCalls(proxy.exchanges.slice(asked), models);
    return { calls, exit, facts: { account, origins: [proxy.url, ...(side.name.startsWith('http') ? [side.name] : [])] } };
  } finally {
    await proxy.stop();
  }
}

function show(compared: readonly ComparedCall[], other: string, ourExit: number, theirExit: number): void {
  for (const { name, madeBy, differences } of compared) {
    if (madeBy === 'emulator') print(`${pc.yellow('·')} ${name} ${pc.dim('was called at the emulator alone')}`);
    else if (madeBy === 'other') print(`${pc.yellow('·')} ${name} ${pc.dim(`was called at ${other} alone`)}`);
    else if (differences.length === 0) print(`${pc.green('✓')} ${name}`);
    else print(`${pc.red('✗')} ${name}${differences.map((each) => `\n    ${each}`).join('')}`);
  }
  const count = compared.filter(({ madeBy, differences }) => madeBy !== 'both' || differences.length > 0).length;
  if (ourExit !== theirExit) print(`The command ended with ${ourExit} at the emulator, and with ${theirExit} at ${other}.`);
  print(
    count === 0
      ? `${compared.length} calls, all answered alike.`
      : `${count} of ${compared.length} calls differ ${pc.dim(`(${other} → the emulator)`)}.`,
  );
}

async function save(file: string, text: string, notes: readonly string[], isSure: boolean): Promise<void> {
  process.stderr.write(`${terminalText(text)}${notes.map((each) => `${each}\n`).join('')}`);
  const isTerminal = Boolean(process.stdin.isTTY && process.stderr.isTTY);
  if (!isSure && isTerminal) {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await lines.question(`Write this to ${file}? [y/N] `);
    lines.close();
    if (!/^y/i.test(answer)) return void process.stderr.write('Nothing was written.\n');
  }
  writeFileSync(file, text);
  process.stderr.write(`Wrote ${file}.\n`);
}

interface PlayOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
}

/**
 * Exit status 1 where a case is answered differently.
 * @throws EmulatorError CASE_INVALID, NOT_RUNNING
 */
export async function play(folder: string, options: PlayOptions): Promise<void> {
  const url = endpoint(options.endpoint);
  if (options.endpoint === undefined) await startTold(url);
  const files = folder.endsWith('.json') ? [folder] : jsonFiles(folder);
  const player = { url, models: createModels(), region: chosenRegion().region, now: Date.now, pass: (ms: number) => sleep(ms) };
  const outcomes = [];
  for (const file of files) {
    const recorded = caseIn(file);
    // An account of its own: the case finds nothing that others made
    const key = String(randomInt(100_000_000_000, 200_000_000_000));
    const account = (await accountOfSide(url, key, player.region, player.models)) || key;
    const differences = await playCase(recorded, account, `case-${key}`, player);
    const { title, source, recorded: month } = recorded;
    outcomes.push({ file, title, source, recorded: month, differences });
    if (differences.length > 0) process.exitCode = 1;
    if (options.json) continue;
    print(`${differences.length === 0 ? pc.green('✓') : pc.red('✗')} ${title} ${pc.dim(`(${source}; ${month})`)}`);
    for (const each of differences) print(`    ${each}`);
  }
  if (options.json) print(JSON.stringify(outcomes));
}

function jsonFiles(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (names.length === 0) throw new EmulatorError(CASE_INVALID, `${folder} holds no cases (*.json).`);
  return names.sort().map((name) => join(folder, name));
}

function caseIn(file: string) {
  try {
    const recorded = readCase(readFileSync(file, 'utf8'));
    if (!Array.isArray(recorded.steps)) throw new SyntaxError('it has no steps');
    return recorded;
  } catch (cause) {
    throw new EmulatorError(CASE_INVALID, `${file} is no recorded case: ${(cause as Error).message}`, {
      hint: '`emulator compare --save` writes such files.',
      cause,
    });
  }
}
