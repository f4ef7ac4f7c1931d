// `emulator runtimes`: lists what runs functions here without containers, and installs versions of Node.js from the npm registry, and of Python where
// Debian's packages have them.

import pc from 'picocolors';
import { bringNode, broughtNodes, removeNode } from '#containers/embedded/brought-node';
import { bringPython } from '#containers/embedded/brought-python';
import { bringSdk, broughtSdk, broughtSdkFolder, removeSdk } from '#containers/embedded/brought-sdk';
import { Runtimes, wantedBy } from '#containers/embedded/runtimes';
import { RUNTIME_NOT_BROUGHT } from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';
import { DEPRECATED, SUPPORTED } from '#services/lambda/runtimes/runtimes';

interface RuntimesOptions {
  readonly json?: boolean;
}

interface Line {
  readonly runtime: string;
  /** `other`: another version of its language, with a warning; `none`: a function becomes Failed. */
  readonly served: 'exactly' | 'other' | 'none';
  readonly interpreter?: string;
  readonly text?: string;
}

const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

export async function listRuntimes({ json }: RuntimesOptions): Promise<void> {
  const runtimes = new Runtimes(false);
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  const line = async (runtime: string): Promise<Line> => {
    const resolution = await runtimes.resolve({ packageType: 'Zip', runtime, architecture });
    if (!resolution.ok) return { runtime, served: 'none', text: resolution.reason };
    const { warning, program } = resolution;
    const interpreter = program.interpreter === undefined ? {} : { interpreter: program.interpreter };
    return { runtime, served: warning ? 'other' : 'exactly', ...interpreter, ...(warning && { text: warning }) };
  };
  const lines = await Promise.all([...SUPPORTED, ...DEPRECATED].map(line));
  if (json) return print(lines);
  const marks = { exactly: pc.green('✓'), other: pc.yellow('•'), none: pc.red('✗') };
  const served = (each: Line) => each.interpreter ?? (each.served === 'none' ? 'not on this machine' : 'a program of its own');
  for (const each of lines) say(`${marks[each.served]} ${each.runtime.padEnd(16)} ${served(each)}`);
  const brought = await broughtNodes();
  if (brought.length > 0) say(`Brought: Node.js ${brought.map(({ version }) => version).join(', ')}`);
  const sdk = broughtSdk();
  if (sdk !== undefined) say(`Brought: the SDK of durable functions ${sdk} (${broughtSdkFolder()})`);
  say(pc.dim('✓ exactly  • another version of the language, with a warning  ✗ none: functions become Failed'));
}

/** Installs each of them; throws an error that names the runtimes that failed. */
export async function addRuntimes(names: readonly string[], { json }: RuntimesOptions): Promise<void> {
  const bringers = names.map((name) => ({ name, bring: bringerOf(name) }));
  for (const { name, bring } of bringers) {
    const { version, path } = await bring();
    if (json) print({ runtime: name, version, path });
    else if (name === DURABLE) say(`${pc.green('✓')} durable functions without an SDK of their own find version ${version} (${path})`);
    else say(`${pc.green('✓')} ${name} runs on ${name.startsWith('python') ? 'Python' : 'Node.js'} ${version} (${path})`);
  }
}

/** The SDK of durable functions, which the cloud's runtimes of Node.js bring. */
const DURABLE = 'durable-nodejs';

/** Finds out what each name means before anything is installed. */
function bringerOf(name: string): () => Promise<{ readonly version: string; readonly path: string }> {
  if (name === DURABLE) return () => bringSdk();
  const progress = (text: string) => void process.stderr.write(`${text}\n`);
  const wanted = wantedBy(name);
  if (wanted?.language === 'python') return () => bringPython(wanted.release, { progress });
  const release = nodeRelease(name, 'brought');
  return () => bringNode(release, { progress });
}

export async function removeRuntimes(names: readonly string[], { json }: RuntimesOptions): Promise<void> {
  for (const name of names) {
    const versions =
      name === DURABLE ? [await removeSdk()].filter((each) => each !== undefined) : await removeNode(nodeRelease(name, 'removed'));
    if (versions.length === 0) process.exitCode = 1;
    if (json) print({ runtime: name, removed: versions });
    else
      say(
        versions.length > 0
          ? `${pc.green('✓')} ${name === DURABLE ? 'Version' : 'Node.js'} ${versions.join(', ')} is gone`
          : `Nothing was brought for ${name}.`,
      );
  }
}

function nodeRelease(name: string, what: 'brought' | 'removed'): number {
  const wanted = wantedBy(name);
  if (wanted?.language === 'nodejs') return wanted.release;
  if (!wanted)
    throw new EmulatorError(RUNTIME_NOT_BROUGHT, `There is no runtime ${name} of an interpreter.`, {
      hint: '`emulator runtimes` lists them.',
    });
  const languages = { python: 'Python', ruby: 'Ruby', java: 'Java' };
  const these = what === 'brought' ? 'Node.js and Python are' : 'Node.js is';
  throw new EmulatorError(
    RUNTIME_NOT_BROUGHT,
    `Only ${these} ${what}: of ${languages[wanted.language]} the machine's own versions serve functions.`,
    {
      hint: 'Install one with a version manager or the system; `emulator doctor` shows where it is looked for.',
    },
  );
}
