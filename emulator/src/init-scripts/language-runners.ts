// Runs `.py` with the machine's Python 3, and `.js`, `.mjs` and `.ts` with the emulator's own Node.js.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '#lib/package-root';
import { assertEndedWell, findCommand, runProgram } from './child-process.ts';
import type { ScriptRunner } from './script-runner.ts';

export const pythonRunner: ScriptRunner = {
  name: '.py',
  takes: (path) => path.endsWith('.py'),
  whyNot: (_path, searchPath) => (findCommand('python3', searchPath) ? undefined : 'its interpreter python3 was not found in PATH'),
  run: async (script) =>
    assertEndedWell(await runProgram(findCommand('python3', script.environment['PATH'])!, ['-u', script.path], script)),
};

export const nodeRunner: ScriptRunner = {
  name: '.js, .mjs',
  takes: (path) => /\.m?js$/.test(path),
  run: async (script) => assertEndedWell(await runProgram(process.execPath, [script.path], script)),
};

export const typescriptRunner: ScriptRunner = {
  name: '.ts',
  takes: (path) => path.endsWith('.ts') && !path.endsWith('.d.ts'),
  whyNot: (path) => (findTsx(path) ? undefined : 'tsx was not found, neither from its folder nor from here: npm install tsx'),
  run: async (script) =>
    assertEndedWell(await runProgram(process.execPath, ['--import', pathToFileURL(findTsx(script.path)!).href, script.path], script)),
};

function findTsx(path: string): string | undefined {
  for (const from of [path, join(process.cwd(), 'x'), join(PACKAGE_ROOT, 'x')])
    try {
      return createRequire(from).resolve('tsx');
    } catch {
      // Not found from there.
    }
  return undefined;
}
