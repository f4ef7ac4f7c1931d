// The examples of hot reload and of Terraform at the start, as their pages say: deployed with one command, invoked, changed, invoked, removed.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { whyNoTerraform, writeSettings } from '../support/terraform.ts';
import { untilPasses } from '../support/until-passes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A copy, whose files are changed. */
const copy = mkdtempSync(join(tmpdir(), 'examples-'));
const env = { PATH: process.env['PATH'], HOME: copy, NO_COLOR: '1' };
afterAll(() => rmSync(copy, { recursive: true, force: true }));
beforeAll(() => {
  cpSync(join(ROOT, 'examples'), join(copy, 'examples'), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});

let emulator: ChildEmulator | undefined;
afterAll(() => emulator?.kill('SIGTERM'));

/** Runs `npx emulator …` of a page, at the root of the copy. */
async function run(words: readonly string[]): Promise<string> {
  const program = [...(await commandWords()), ...words];
  return new Promise((resolve, reject) => {
    const options = { cwd: copy, env: { ...env, AWS_ENDPOINT_URL: emulator!.url } };
    const child = execFile(process.execPath, program, options, (_error, stdout, stderr) =>
      child.exitCode === 0 ? resolve(`${stdout}${stderr}`) : reject(new Error(`${words.join(' ')}\n${stdout}${stderr}`)),
    );
  });
}
const commandsOf = (example: string): string[][] => {
  const page = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8');
  return [...page.matchAll(/npx emulator ([^`\n]+)/g)].map(([, words]) =>
    words!.split(' ').filter((word) => !['--start', '--watch'].includes(word)),
  );
};
function edit(file: string): void {
  const path = join(copy, 'examples', file);
  writeFileSync(path, readFileSync(path, 'utf8').replace('hello, ', 'good day, '));
}

it('every example is on the page', () => {
  const page = readFileSync(join(ROOT, 'examples/README.md'), 'utf8');
  const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.filter(({ name }) => !page.includes(`(${name}/README.md)`))).toEqual([]);
});

describe('hot reload', () => {
  it.each([
    ['hot-reload-ts', 'src/greet.ts'],
    ['hot-reload-python', 'src/greet.py'],
  ])('%s', async (example, source) => {
    emulator ??= await startChild({ CONTAINER_RUNTIME: 'embedded' });
    const [deploy, invoke, remove] = commandsOf(example);
    await run(deploy!);
    expect(await run(invoke!)).toContain('hello, world');
    edit(`${example}/${source}`);
    await untilPasses(async () => expect(await run(invoke!)).toContain('good day, world'));
    await run(remove!);
    await expect(run(invoke!)).rejects.toThrow('FUNCTION_UNKNOWN');
  });
});

describe.skipIf(isMissing('the example of Terraform', whyNoLongScenario() ?? whyNoTerraform()))('Terraform at the start', () => {
  it('terraform-ready', async () => {
    await emulator?.kill('SIGTERM');
    const init = {
      EMULATOR_INIT_DIR: join(copy, 'examples/terraform-ready/init'),
      EXTENSION_AUTO_INSTALL: 'emulator-extension-terraform-init',
    };
    const settings = { TF_CLI_CONFIG_FILE: writeSettings(copy), CHECKPOINT_DISABLE: '1', TMPDIR: copy };
    emulator = await startChild({ ...init, ...settings, PWD: copy, CONTAINER_RUNTIME: 'embedded' });
    const [, invoke] = commandsOf('terraform-ready');
    expect(await run(invoke!)).toContain('hello, ');
    edit('terraform-ready/src/greet.mjs');
    await untilPasses(async () => expect(await run(invoke!)).toContain('good day, '));
  });
});
