// A CDKTF app (cdktf, or its continuation cdktn): its settings, its synthesis, and the stacks that come out.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from 'cloud-emulator-client/client-environment';
import { type ClientRun, runClient } from 'cloud-emulator-client/run-client';

export interface CdktfApp {
  /** The folder of cdktf.json. */
  readonly folder: string;
  /** The command that synthesizes, for a shell. */
  readonly command: string;
  /** Absolute. */
  readonly outputFolder: string;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface CdktfStack {
  readonly name: string;
  /** Terraform works here. */
  readonly folder: string;
  readonly dependencies: readonly string[];
}

/** A cdktf.json that cannot be read. */
export class InvalidSettings extends Error {
  constructor(file: string, cause: unknown) {
    super(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
    this.name = 'InvalidSettings';
  }
}

interface Settings {
  readonly app?: string;
  readonly output?: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

function settingsIn(file: string): Settings {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Settings;
  } catch (error) {
    throw new InvalidSettings(file, error);
  }
}

/** In this folder or the nearest above; undefined if no file there names its `app`. @throws InvalidSettings */
export function findCdktfApp(folder: string): CdktfApp | undefined {
  const file = join(folder, 'cdktf.json');
  if (!existsSync(file)) return dirname(folder) === folder ? undefined : findCdktfApp(dirname(folder));
  const { app, output = 'cdktf.out', context = {} } = settingsIn(file);
  return app === undefined ? undefined : { folder, command: app, outputFolder: resolve(folder, output), context };
}

/** Runs the app and returns its exit code. Its output goes to stderr, or is seen line by line. */
export function synthesize(
  { folder, command, outputFolder, context }: CdktfApp,
  environment: Environment,
  seen: Pick<ClientRun, 'seeLine' | 'signal'> = {},
): Promise<number> {
  const told = { CDKTF_OUTDIR: outputFolder, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  return runClient(command, [], { environment: { ...environment, ...told }, output: 'stderr', folder, shell: true, ...seen });
}

interface Manifest {
  readonly stacks: Readonly<Record<string, { readonly workingDirectory: string; readonly dependencies?: readonly string[] }>>;
}

/** The stacks in order of deployment: dependencies first. */
export function stacksOf({ outputFolder }: CdktfApp): CdktfStack[] {
  const { stacks } = JSON.parse(readFileSync(join(outputFolder, 'manifest.json'), 'utf8')) as Manifest;
  const ordered = new Map<string, CdktfStack>();
  const add = (name: string): void => {
    const stack = stacks[name];
    if (!stack || ordered.has(name)) return;
    const dependencies = stack.dependencies ?? [];
    for (const dependency of dependencies) add(dependency);
    ordered.set(name, { name, folder: join(outputFolder, stack.workingDirectory), dependencies });
  };
  for (const name of Object.keys(stacks)) add(name);
  return [...ordered.values()];
}

/** The named stacks with all that they need; with `dependents`, with all that need them. */
export function chosenStacks(stacks: readonly CdktfStack[], names: readonly string[], dependents: boolean): CdktfStack[] {
  if (names.length === 0) return [...stacks];
  const chosen = new Set(names);
  const inOrder = dependents ? stacks : [...stacks].reverse();
  for (const { name, dependencies } of inOrder) {
    if (dependents && dependencies.some((dependency) => chosen.has(dependency))) chosen.add(name);
    if (!dependents && chosen.has(name)) for (const dependency of dependencies) chosen.add(dependency);
  }
  return stacks.filter(({ name }) => chosen.has(name));
}
