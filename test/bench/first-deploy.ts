// How long the first deployment of a template takes where all of it is ours: from the start of `emulator dev` until everything is deployed, the start of the
// emulator included. The CDK, CDKTF and Terraform spend their time in tools of others, and are not measured here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BUNDLE_VARIABLE } from '../support/command.ts';
import { openTemplate } from '../support/template-project.ts';
import { median, ms } from './execution.ts';
import type { BenchRow } from './row.ts';

const TEMPLATES = ['function-ts', 'function-python', 'events-ts', 'sam-ts', 'stack-yaml'];
const RUNS = 5;
const LIMIT_MS = 2_000;
/** None that other emulators use. */
const ADDRESS = '127.0.0.1:45661';

/** That of `npm run build`. */
const BUNDLE = fileURLToPath(new URL('../../emulator/dist', import.meta.url));

export async function firstDeployBench(): Promise<BenchRow[]> {
  process.env[BUNDLE_VARIABLE] ??= BUNDLE;
  const rows: BenchRow[] = [];
  for (const template of TEMPLATES) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await firstDeployMs(template));
    const time = median(times);
    rows.push({ what: `first deploy of ${template}, the emulator's start included`, figure: ms(time), ratio: time, limit: LIMIT_MS });
  }
  return rows;
}

async function firstDeployMs(template: string): Promise<number> {
  using project = await openTemplate(template);
  const variables = { GATEWAY_LISTEN: ADDRESS, AWS_ENDPOINT_URL: `http://${ADDRESS}`, NO_COLOR: '1', HOME: dirname(project.folder) };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(project.folder, 'node_modules/cloud-emulator/bin/emulator.mjs'), 'dev', '--json'], {
    cwd: project.folder,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const event = JSON.parse(line) as { type: string; text?: string };
      if (event.type === 'failed') throw new Error(`${template}: ${event.text}`);
      if (event.type === 'deployed') return performance.now() - startedAt;
    }
    throw new Error(`${template}: emulator dev ended before anything was deployed`);
  } finally {
    child.kill('SIGTERM');
    await exit;
  }
}
