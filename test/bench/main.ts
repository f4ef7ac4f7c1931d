// `npm run bench`: speed and size, each against a floor measured in the same run. Exit code 1 when something is over its limit.
// `npm run bench -- store start` runs those alone, `npm run bench -- beside` the same requests here and at moto's server.
import type { BenchRow } from './row.ts';

const PARTS: Record<string, () => Promise<BenchRow[]>> = {
  start: async () => (await import('./start.ts')).startBench(),
  door: async () => (await import('./door.ts')).doorBench(),
  objects: async () => (await import('./objects.ts')).objectsBench(),
  functions: async () => (await import('./lambda.ts')).lambdaBench(),
  invocations: async () => (await import('./invocations.ts')).invocationsBench(),
  durable: async () => (await import('./durable.ts')).durableBench(),
  apis: async () => (await import('./apis.ts')).apisBench(),
  execution: async () => [
    ...(await (await import('./execution.ts')).executionBench()),
    ...(await (await import('./second-environment.ts')).secondEnvironmentBench()),
  ],
  users: async () => (await import('./users.ts')).usersBench(),
  graphql: async () => (await import('./graphql.ts')).graphqlBench(),
  reload: async () => (await import('./hot-reload.ts')).hotReloadBench(),
  containers: async () => [
    ...(await (await import('./containers.ts')).containersBench()),
    ...(await (await import('./hot-reload.ts')).hotReloadInContainersBench()),
  ],
  streams: async () => (await import('./streams.ts')).streamsBench(),
  records: async () => (await import('./records.ts')).recordsBench(),
  events: async () => [
    ...(await (await import('./events.ts')).eventsBench()),
    ...(await (await import('./event-deliveries.ts')).eventDeliveriesBench()),
  ],
  topics: async () => (await import('./topics.ts')).topicsBench(),
  metrics: async () => (await import('./metrics.ts')).metricsBench(),
  insights: async () => (await import('./insights.ts')).insightsBench(),
  traces: async () => [...(await (await import('./traces.ts')).tracesBench()), ...(await import('./trace-memory.ts')).traceMemoryBench()],
  tables: async () => (await import('./tables.ts')).tablesBench(),
  identity: async () => (await import('./identity.ts')).identityBench(),
  growth: async () => (await import('./growth.ts')).growthBench(),
  templates: async () => (await import('./first-deploy.ts')).firstDeployBench(),
  stacks: async () => (await import('./stack.ts')).stackBench(),
  explorer: async () => (await import('./explorer.ts')).explorerBench(),
  store: async () => (await import('./store.ts')).storeBench(),
  machines: async () => (await import('./state-machines.ts')).stateMachinesBench(),
  patterns: async () => (await import('./pattern.ts')).patternBench(),
  beside: async () => (await import('./beside.ts')).besideBench(),
};
/** Takes a minute, and says nothing of what a change has made slower. */
const ONLY_WHEN_ASKED = 'beside';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

let over = 0;
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 ? !asked.includes(name) : name === ONLY_WHEN_ASKED) continue;
  console.log(`\n${name}`);
  const beganMs = performance.now();
  for (const { what, figure, ratio, limit, floor } of await part()) {
    const bad = ratio !== undefined && limit !== undefined && ratio > limit;
    if (bad) over++;
    const measured = ratio === undefined ? '' : `  ${ratio.toFixed(2)}${limit === undefined ? '' : ` of ${limit}`}`;
    console.log(`  ${bad ? '✗' : '✓'} ${what.padEnd(62)} ${figure.padStart(14)}${measured}${floor ? `   (floor: ${floor})` : ''}`);
  }
  console.log(`  took ${((performance.now() - beganMs) / 1000).toFixed(0)} s`);
}
console.log(over === 0 ? '\nall within their limits' : `\n${over} over the limit`);
process.exit(over === 0 ? 0 : 1);
