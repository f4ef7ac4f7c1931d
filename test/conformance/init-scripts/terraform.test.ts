// `main.tf` in init folders, with a program in Terraform's place that notes how it was called: where it works, what it is told, what is left.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startChild } from '../../support/child.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { initFolder } from '../../support/init-folder.ts';
import { isMissing } from '../../support/is-missing.ts';

const EXTENSION_AUTO_INSTALL = 'emulator-extension-terraform-init';
const tools = mkdtempSync(join(tmpdir(), 'tools-'));
const running: TestEmulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});
afterAll(() => rmSync(tools, { recursive: true, force: true }));

/** A folder for PATH in which a program of this name notes its arguments and what it is told. */
function standIn(name: string, script = 'exit 0'): string {
  const folder = mkdtempSync(join(tools, `${name}-`));
  const notes = `echo "${name} $*; cache $TF_PLUGIN_CACHE_DIR" >> "$NOTES"; directory=$(echo "$1" | sed s/-chdir=//)`;
  writeFileSync(join(folder, name), `#!/bin/sh\n${notes}; cp "$directory"/*.tf "$NOTES.d" 2>/dev/null\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

interface StageReport {
  readonly scripts: readonly { stage: string; path: string; state: string; reason?: string; directory?: string }[];
  readonly calls: readonly string[];
  readonly lines: readonly string[];
  /** The text of a file that the last call found in its folder. */
  file(name: string): string;
}

async function start(folder: string, path: string, more: Record<string, string> = {}): Promise<StageReport> {
  const NOTES = join(folder, 'notes');
  mkdirSync(`${NOTES}.d`);
  const PATH = `${path}:/usr/bin:/bin`;
  const environment = { EXTENSION_AUTO_INSTALL, NOTES, PATH, TF_PLUGIN_CACHE_DIR: join(tools, 'cache'), TF_CMD: '', ...more };
  const emulator = await startTestEmulator({ initDirectories: [folder], environment });
  running.push(emulator);
  await emulator.ready;
  const { scripts } = (await (await fetch(`${emulator.url}/_emulator/init`)).json()) as Pick<StageReport, 'scripts'>;
  return {
    scripts,
    lines: emulator.lines,
    calls: existsSync(NOTES) ? readFileSync(NOTES, 'utf8').trim().split('\n') : [],
    file: (name) => readFileSync(join(`${NOTES}.d`, name), 'utf8').replaceAll(emulator.url, '<emulator>'),
  };
}

const MAIN = 'provider "aws" {\n  region = "eu-west-1"\n}\nprovider "aws" {\n  alias = "west"\n}\n';

describe('a project', () => {
  it('may stand in any stage and depth; its other files, and the modules it calls, are no scripts', async () => {
    const folder = initFolder({
      'start.d/deep/project/main.tf': `${MAIN}module "net" {\n  source = "./net"\n}\n`,
      'start.d/deep/project/queues.tf': '',
      'start.d/deep/project/values.tfvars': '',
      'start.d/deep/project/net/main.tf': '',
      'ready.d/main.tf': MAIN,
      'ready.d/10.sh': 'true',
    });
    const { scripts, calls } = await start(folder, standIn('terraform'));
    expect(scripts.map(({ stage, path, state }) => [stage, path, state])).toEqual([
      ['START', join(folder, 'start.d/deep/project/main.tf'), 'SUCCESSFUL'],
      ['READY', join(folder, 'ready.d/10.sh'), 'SUCCESSFUL'],
      ['READY', join(folder, 'ready.d/main.tf'), 'SUCCESSFUL'],
    ]);
    const cache = `; cache ${join(tools, 'cache')}`;
    expect(calls).toEqual(
      [scripts[0], scripts[2]].flatMap((script) => [
        `terraform -chdir=${script?.directory} init -input=false -no-color${cache}`,
        `terraform -chdir=${script?.directory} apply -auto-approve -input=false -no-color${cache}`,
      ]),
    );
  });

  it('is pointed at the emulator, each of its providers, and its folder left as it was', async () => {
    const folder = initFolder({ 'ready.d/main.tf': MAIN, 'ready.d/more.tf': 'locals {}\n' });
    const { file } = await start(folder, standIn('terraform', 'touch "$directory/terraform.tfstate"'));
    expect(readdirSync(join(folder, 'ready.d'))).toEqual(['main.tf', 'more.tf']);
    expect(file('more.tf')).toBe('locals {}\n');
    const override = file('cloud_emulator_override.tf');
    expect(override.match(/^provider "aws"/gm)).toHaveLength(2);
    expect(override).toContain('alias                       = "west"');
    for (const service of ['s3', 'lambda', 'events', 'sts', 'iam']) expect(override).toContain(`    ${service} = "<emulator>"`);
  });

  it('is applied with OpenTofu where there is no Terraform, and with what TF_CMD names', async () => {
    const tofu = await start(initFolder({ 'ready.d/main.tf': MAIN }), standIn('tofu'));
    expect(tofu.calls.map((call) => call.split(' ')[0])).toEqual(['tofu', 'tofu']);
    const named = join(standIn('my-terraform'), 'my-terraform');
    const other = await start(initFolder({ 'ready.d/main.tf': MAIN }), standIn('terraform'), { TF_CMD: named });
    expect(other.calls.map((call) => call.split(' ')[0])).toEqual(['my-terraform', 'my-terraform']);
  });

  it('is switched on under the established name too, with a version; a name that is no extension is told', async () => {
    const extensions = { EXTENSION_AUTO_INSTALL: 'localstack-extension-terraform-init==0.3, my-extension' };
    const { scripts, lines } = await start(initFolder({ 'ready.d/main.tf': MAIN }), standIn('terraform'), extensions);
    expect(scripts).toMatchObject([{ state: 'SUCCESSFUL' }]);
    expect(lines).toContain('warn hooks EXTENSION_AUTO_INSTALL names my-extension, which is no extension here');
  });

  it('says why where the program is missing, and where it fails in its own words', async () => {
    const missing = await start(initFolder({ 'ready.d/main.tf': MAIN }), '/nowhere', { PATH: '/nowhere' });
    expect(missing.scripts).toMatchObject([
      { state: 'ERROR', reason: 'terraform or tofu was not found in PATH: install one of them, or name it in TF_CMD' },
    ]);
    const words = '╷\\n│ Error: Failed to query available provider packages\\n│ \\n│ Could not retrieve the list\\n╵\\n';
    const failing = await start(initFolder({ 'ready.d/main.tf': MAIN }), standIn('terraform', `printf '${words}' >&2; exit 1`));
    expect(failing.scripts).toMatchObject([
      { state: 'ERROR', reason: 'terraform init: Error: Failed to query available provider packages Could not retrieve the list' },
    ]);
  });
});

/** Starts what follows in a mount namespace in which the folder is read-only. */
const readOnly = (folder: string): string[] => [
  ...['unshare', '--mount', 'sh', '-c'],
  'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
  folder,
];

function whyNoMount(): string | undefined {
  try {
    const [command = '', ...words] = readOnly(tools);
    execFileSync(command, [...words, 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'nothing may be mounted here: needs Linux, root with that right, and unshare';
  }
}

it.skipIf(isMissing('a project in a folder that is mounted read-only', whyNoMount()))(
  'a folder that is mounted read-only is applied all the same',
  async () => {
    const folder = initFolder({ 'ready.d/main.tf': MAIN, 'ready.d/10.sh': 'touch "$0.written"' });
    const noted = mkdtempSync(join(tools, 'noted-'));
    const environment = { EMULATOR_INIT_DIR: folder, EXTENSION_AUTO_INSTALL, NOTES: join(noted, 'notes'), TF_PLUGIN_CACHE_DIR: noted };
    const PATH = `${standIn('terraform')}:${process.env['PATH']}`;
    const emulator = await startChild({ ...environment, PATH }, [], readOnly(folder));
    try {
      const { scripts } = (await (await fetch(`${emulator.url}/_emulator/init/ready`)).json()) as Pick<StageReport, 'scripts'>;
      expect(scripts).toMatchObject([
        { state: 'ERROR', reason: expect.stringContaining('Read-only file system') },
        { state: 'SUCCESSFUL', directory: expect.not.stringContaining(folder) },
      ]);
    } finally {
      await emulator.kill('SIGTERM');
    }
  },
);
