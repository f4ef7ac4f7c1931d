// Deploys template.yaml with `emulator deploy`. The code of the functions is the folder `src` itself (`--hot`): the emulator runs it from there, and reloads
// it when a file changes.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const STACK = '{{name}}';
const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Answers the stack's outputs; its addresses answer on this machine.
 * @param {string} endpoint address of the emulator
 * @returns {Promise<Record<string, string>>}
 */
export async function deploy(endpoint) {
  const words = ['emulator', 'deploy', '--hot', '--stack-name', STACK, '--endpoint', endpoint, '--json'];
  const { stdout } = await promisify(execFile)('npx', words, { cwd: PROJECT });
  const { outputs } = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({ type }) => type === 'result');
  return Object.fromEntries(outputs.map(({ name, value, local }) => [name, local ?? value]));
}
