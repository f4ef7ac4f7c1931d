// `npm run fuzz -- --minutes 30 --seed 7 --service sqs`: ends with one line, `fuzz: N requests, N findings`, and fails where there are any.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

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
const report = await fuzz({
  seed,
  durationMs: Number(values.minutes) * 60_000,
  from: Number(values.from),
  ...(values.count === undefined ? {} : { count: Number(values.count) }),
  service: values.service,
  say: (line) => console.log(line),
});
for (const [service, { name, cpuMs, index }] of [...report.slowest].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${service.padEnd(16)} slowest ${cpuMs.toFixed(0).padStart(5)} ms  ${name} (--from ${index})`);
const statuses = [...report.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(`statuses ${statuses.join(', ')}; memory ${report.memoryMb.map((each) => each.toFixed(0)).join(' → ')} MB`);
console.log(`fuzz: ${report.requests} requests, ${report.findings.length} findings`);
process.exitCode = report.findings.length > 0 ? 1 : 0;
