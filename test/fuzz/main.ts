// `npm run fuzz -- --minutes 30 --seed 7 --service sqs`: three quarters of the time in memory,
// the rest with a data directory and a restart. Ends with one line, `fuzz: N requests, N findings`, and fails where there are any.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

/** The share of the time that runs with a data directory. */
const PERSISTENT_SHARE = 0.25;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    count: { type: 'string' },
    service: { type: 'string' },
  },
});
const seed = Number(values.seed);
console.log(`seed ${seed}`);
const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
const durationMs = Number(values.minutes) * 60_000;
const options = {
  seed,
  from: Number(values.from),
  ...(values.count === undefined ? {} : { count: Number(values.count) }),
  service: values.service,
  say: (line: string) => console.log(line),
};
const report = await fuzz({ ...options, durationMs: durationMs * (1 - PERSISTENT_SHARE) });
const rest =
  values.count === undefined ? { from: options.from + report.requests, durationMs: durationMs * PERSISTENT_SHARE } : { durationMs };
const persistent = await fuzz({ ...options, ...rest, dataDirectory: directory });
rmSync(directory, { recursive: true, force: true });
for (const [service, { name, cpuMs, index }] of [...report.slowest].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${service.padEnd(16)} slowest ${cpuMs.toFixed(0).padStart(5)} ms  ${name} (--from ${index})`);
const statuses = [...report.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(`statuses ${statuses.join(', ')}; memory ${report.memoryMb.map((each) => each.toFixed(0)).join(' → ')} MB`);
const requests = report.requests + persistent.requests;
const findings = report.findings.length + persistent.findings.length;
console.log(`with a data directory: ${persistent.requests} requests, then a restart`);
for (const finding of persistent.findings) console.log(finding.split('\n', 1)[0]);
console.log(`fuzz: ${requests} requests, ${findings} findings`);
process.exitCode = findings > 0 ? 1 : 0;
