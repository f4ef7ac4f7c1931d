// The runners that always exist, and the runners that EXTENSION_AUTO_INSTALL enables by name.
import { table } from '#lib/table';
import { nodeRunner, pythonRunner, typescriptRunner } from './language-runners.ts';
import type { ScriptRunner } from './script-runner.ts';
import { shellRunner } from './shell-runner.ts';

const BUILT_IN: readonly ScriptRunner[] = [shellRunner, pythonRunner, nodeRunner, typescriptRunner];

const EXTENSIONS: Readonly<Record<string, () => Promise<ScriptRunner>>> = table({
  'emulator-extension-terraform-init': async () => (await import('./terraform-runner.ts')).terraformRunner,
});

export interface Runners {
  readonly runners: readonly ScriptRunner[];
  /** Names that no extension here has. */
  readonly unknown: readonly string[];
}

/** `names`: separated by commas; the established emulator's prefix and a version at the end are accepted. */
export async function loadRunners(names: string): Promise<Runners> {
  const wanted = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const native = (name: string): string => name.replace(/^localstack-/, 'emulator-').replace(/[=~<>!].*$/, '');
  const known = [...new Set(wanted.map(native))].filter((name) => Object.hasOwn(EXTENSIONS, name));
  return {
    runners: [...BUILT_IN, ...(await Promise.all(known.map((name) => EXTENSIONS[name]!())))],
    unknown: wanted.filter((name) => !Object.hasOwn(EXTENSIONS, native(name))),
  };
}
