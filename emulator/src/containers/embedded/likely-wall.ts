// Whether this machine lets programs make namespaces at all: known in some 10 ms, in a process of its own, without building a wall.
import { runCommand } from '#lib/child-process';
import { type MissingWall, whyNoWall } from './missing-wall.ts';
import { systemCommand } from './system-command.ts';

/** Any of these that works is what a wall needs least: as root, and as a user. */
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

/** Why functions will run without a wall; undefined where a wall seems possible. The first function tells for certain. */
export async function whyProbablyNoWall(platform: string = process.platform, works: Run = run): Promise<MissingWall | undefined> {
  if (platform === 'linux') for (const [command, ...words] of TRIALS) if (await works(command, words)) return undefined;
  return whyNoWall();
}
