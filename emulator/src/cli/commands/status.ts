// `emulator status`: shows what runs at the endpoint.
import pc from 'picocolors';
import { runningDurables } from '#cli/durable/running-durables';
import { askEmulator, endpoint } from '#cli/endpoint';
import { failedScripts } from '#cli/failed-scripts';
import { print } from '#cli/print';
import { stubsAt, unsupportedLines } from './stub.ts';

interface Health {
  status: string;
  version: string;
  persistence: string;
  services: Record<string, string>;
}

export async function status(given: { endpoint?: string; json?: boolean }): Promise<void> {
  const url = endpoint(given.endpoint);
  const health = (await (await askEmulator(`${url}/_emulator/health`)).json()) as Health;
  // A service that has not been used yet stays so.
  const durable = health.services['lambda'] === 'running' ? await runningDurables(url) : undefined;
  const stubs = await stubsAt(url);
  if (given.json) {
    process.stdout.write(`${JSON.stringify({ url, ...health, ...(durable && { durableExecutions: durable }), ...stubs })}\n`);
    return;
  }
  const good = health.status === 'ok';
  process.stdout.write(`${good ? pc.green('●') : pc.red('●')} ${url}  Cloud Emulator ${health.version}  ${health.status}\n`);
  process.stdout.write(`  state: ${health.persistence === '0' ? 'in memory' : `kept (PERSISTENCE=${health.persistence})`}\n`);
  const running = Object.entries(health.services)
    .filter(([, state]) => state === 'running')
    .map(([name]) => name);
  const waiting = Object.entries(health.services)
    .filter(([, state]) => state !== 'running')
    .map(([name]) => name);
  process.stdout.write((await failedScripts(url)).join(''));
  if (durable && durable.running > 0) {
    const { running, region, functions } = durable;
    const each = Object.entries(functions).map(([name, count]) => `${count} of ${name}`);
    process.stdout.write(`  durable executions: ${running} running in ${region} (${each.join(', ')}); \`emulator durable\` lists them\n`);
  }
  for (const { call, answered } of stubs.stubs) print(`  stub: ${call}, answered ${answered} times`);
  for (const line of unsupportedLines(stubs)) print(`  ${line}`);
  process.stdout.write(`  in use: ${running.join(', ') || 'nothing yet'}\n  available: ${waiting.join(', ') || '-'}\n`);
}
