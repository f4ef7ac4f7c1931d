// `emulator cdktf …`: synthesizes the app, and runs Terraform in the folder of each stack, in the order of their dependencies.
import { clientEnvironment, type Environment } from 'cloud-emulator-client/client-environment';
import { runTerraform } from 'cloud-emulator-terraform/run-terraform';
import { type CdktfApp, type CdktfStack, chosenStacks, stacksOf, synthesize } from './cdktf-app.ts';

export { clientEnvironment } from 'cloud-emulator-client/client-environment';
export { findTerraform } from 'cloud-emulator-terraform/find-terraform';
export { type CdktfApp, type CdktfStack, findCdktfApp, stacksOf, synthesize } from './cdktf-app.ts';

export const CDKTF_COMMANDS = ['synth', 'diff', 'deploy', 'destroy'] as const;
export type CdktfCommand = (typeof CDKTF_COMMANDS)[number];

export interface CdktfRun {
  readonly app: CdktfApp;
  /** Absolute path of terraform or tofu. */
  readonly program: string;
  readonly command: CdktfCommand;
  /** None: all. */
  readonly stacks: readonly string[];
  readonly url: string;
  readonly environment: Environment;
  readonly mirror?: string | undefined;
  /** Told before each step, for people. */
  readonly tell: (line: string) => void;
}

/** Names that no stack has. */
export class UnknownStacks extends Error {
  readonly known: readonly string[];
  constructor(unknown: readonly string[], known: readonly string[]) {
    super(`The app has no stack ${unknown.join(', ')}.`);
    this.name = 'UnknownStacks';
    this.known = known;
  }
}

const WORDS: Readonly<Record<Exclude<CdktfCommand, 'synth'>, readonly string[]>> = {
  diff: ['plan', '-input=false'],
  deploy: ['apply', '-auto-approve', '-input=false'],
  destroy: ['destroy', '-auto-approve', '-input=false'],
};

/** 0, or the exit code of what failed first. @throws UnknownStacks */
export async function runCdktf(run: CdktfRun): Promise<number> {
  const { app, command, stacks: names, url, environment, tell } = run;
  tell(`Synthesizing: ${app.command}`);
  const code = await synthesize(app, clientEnvironment(environment, url));
  if (code !== 0) return code;
  const all = stacksOf(app);
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new UnknownStacks(unknown, known);
  const stacks = chosenStacks(all, names, command === 'destroy');
  if (command === 'synth') {
    for (const { name, folder } of stacks) tell(`${name}: ${folder}`);
    return 0;
  }
  for (const stack of command === 'destroy' ? [...stacks].reverse() : stacks) {
    const failed = await runStack(run, stack, command);
    if (failed !== 0) return failed;
  }
  return 0;
}

async function runStack(run: CdktfRun, { name, folder }: CdktfStack, command: Exclude<CdktfCommand, 'synth'>): Promise<number> {
  const { program, url, environment, mirror, tell } = run;
  tell(`${name}: terraform init`);
  const here = { program, url, environment, folder, mirror };
  const initialized = await runTerraform({ ...here, words: ['init', '-input=false'], output: 'stderr' });
  if (initialized !== 0) return initialized;
  tell(`${name}: terraform ${WORDS[command][0]}`);
  return runTerraform({ ...here, words: WORDS[command] });
}
