// Which CDK is run, and with which programs beside it.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type CdkTold, runCdk } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'run-cdk-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A CDK that runs `app-tool` of the project, as `cdk.json` names it. */
function install(version: string) {
  const programs = join(root, version, '.bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'app-tool'), '#!/bin/sh\necho synthesized\n');
  chmodSync(join(programs, 'app-tool'), 0o755);
  const program = join(root, version, 'cdk.cjs');
  writeFileSync(program, "process.stdout.write(require('node:child_process').execSync('app-tool'))");
  return { program, programs, version };
}

async function run(version: string, words: readonly string[]): Promise<{ code: number; told: CdkTold[] }> {
  const told: CdkTold[] = [];
  const rest = { words, url: 'http://127.0.0.1:9', started: undefined, json: false };
  const code = await runCdk({ ...rest, found: install(version), environment: process.env, see: (each) => told.push(each) });
  return { code, told };
}

it('finds the programs of the project, as under npx', async () => {
  expect(await run('2.1148.1', ['synth'])).toEqual({ code: 0, told: [{ type: 'output', text: 'synthesized' }] });
});

it('is refused where it would call the real cloud, and only warned about where it does not call', async () => {
  const warning = { type: 'warning', text: expect.stringContaining('npm install --save-dev aws-cdk@2') };
  expect(await run('2.80.0', ['deploy'])).toEqual({ code: 1, told: [warning] });
  expect(await run('2.80.0', ['synth'])).toEqual({ code: 0, told: [warning, { type: 'output', text: 'synthesized' }] });
});
