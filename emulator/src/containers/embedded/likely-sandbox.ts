// Whether this machine lets programs make namespaces at all: known in some 10 ms, in a process of its own, without building a sandbox.
import { runCommand } from '#lib/child-process';
import { type MissingSandbox, whyNoSandbox } from './missing-sandbox.ts';
import { systemCommand } from './system-command.ts';

/** The same on every machine: nothing is tried. */
const CHOSEN: MissingSandbox = { reason: 'FUNCTION_SANDBOX=plain chooses that.', hint: 'Leave it at auto where the code is not your own.' };

/** Any of these that works is what a sandbox needs least: as root, and as a user. */
const TRIALS = [
  ['unshare', '--mount', '/bin/true'],
  ['unshare', '--user', '--map-root-user', '--mount', '/bin/true'],
  ['bwrap', '--ro-bind', '/', '/', '/bin/true'],
] as const;

type Run = (command: string, words: readonly string[]) => Promise<boolean>;

const run: Run = (name, words) => {
  const file = systemCommand(name);
  if (file === undefined) return Promise.resolve(false);
  return runCommand(file, words).then(
    () => true,
    () => false,
  );
};

/** Why functions will run without a sandbox; undefined where a sandbox seems possible. The first function tells for certain. */
export async function whyProbablyNoSandbox(
  sandbox: string,
  platform: string = process.platform,
  works: Run = run,
): Promise<MissingSandbox | undefined> {
  if (sandbox === 'plain') return CHOSEN;
  if (platform === 'linux') for (const [command, ...words] of TRIALS) if (await works(command, words)) return undefined;
  return whyNoSandbox();
}
