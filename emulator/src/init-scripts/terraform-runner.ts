// `main.tf`: applies its folder, a Terraform (or OpenTofu) project, to this emulator. The folder itself stays untouched: the work
// happens in a copy made of links, with an override beside them.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cacheFolder } from '#lib/cache-folder';
import { type Ended, findCommand, runProgram } from './child-process.ts';
import { ScriptProblem, type ScriptRun, type ScriptRunner } from './script-runner.ts';
import { mirrorProject } from './terraform-mirror.ts';

const BINARIES = ['terraform', 'tofu'];

export const terraformRunner: ScriptRunner = {
  name: 'main.tf',
  takes: (path) => basename(path) === 'main.tf',
  run: async (script) => {
    const binary = findBinary(script.environment);
    const project = dirname(script.path);
    const name = `${basename(project)}-${createHash('sha256').update(project).digest('hex').slice(0, 12)}`;
    const directory = mirrorProject(project, join(script.workDirectory(), 'terraform', name), script.environment['AWS_ENDPOINT_URL'] ?? '');
    script.at(directory);
    script.line(`applying the project ${project} in ${directory}`);
    const settings = terraformEnvironment(script.environment);
    await step(binary, ['init', '-input=false', '-no-color'], directory, script, settings);
    await step(binary, ['apply', '-auto-approve', '-input=false', '-no-color'], directory, script, settings);
  },
};

function findBinary(environment: ScriptRun['environment']): string {
  const wanted = environment['TF_CMD'] ? [environment['TF_CMD']] : BINARIES;
  const found = wanted.map((name) => findCommand(name, environment['PATH'])).find((path) => path !== undefined);
  if (!found) throw new ScriptProblem(`${wanted.join(' or ')} was not found in PATH: install one of them, or name it in TF_CMD`);
  return found;
}

/** Providers are downloaded once for all projects and runs. */
function terraformEnvironment(given: ScriptRun['environment']): Record<string, string> {
  const cache = given['TF_PLUGIN_CACHE_DIR'] ?? cacheFolder('terraform-plugins', given);
  mkdirSync(cache, { recursive: true });
  return {
    TF_PLUGIN_CACHE_DIR: cache,
    TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE: '1',
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
  };
}

async function step(binary: string, args: string[], directory: string, script: ScriptRun, settings: Record<string, string>): Promise<void> {
  const ended = await runProgram(binary, [`-chdir=${directory}`, ...args], script, settings);
  if (ended.code !== 0) throw new ScriptProblem(`${basename(binary)} ${args[0]}: ${messageOf(ended)}`);
}

/** Terraform's own message, without the frame around it. */
function messageOf({ code, signal, errors }: Ended): string {
  const lines = errors.map((line) => line.replace(/^[╷│╵]\s?/, '').trim()).filter(Boolean);
  const first = lines.findIndex((line) => line.startsWith('Error:'));
  if (first < 0) return lines.at(-1) ?? (signal ? `ended by ${signal}` : `exit code ${code}`);
  return lines.slice(first).join(' ');
}
