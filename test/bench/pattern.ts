// The cost of matching beside JSON.parse of the same events, in CPU time of this process, in alternating rounds.
import { compilePattern } from '#lib/pattern/compile';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';
import { busEvent, RULE_FAMILIES, seeded } from './pattern-data.ts';
import type { BenchRow } from './row.ts';

const EVENTS = 2000;
const ROUNDS = 5;
const ROUND_MS = 25;

const WARM_UP_MS = 100;

/** Match time per JSON.parse time, by family, for each of the sizes: a quarter above what was measured when it was built. */
const LIMITS = {
  exact3: [0.65, 0.7, 0.75, 0.85],
  prefix: [0.6, 0.6, 0.65, 0.8],
  anythingBut: [0.6, 0.65, 0.7, 0.85],
  arrays: [0.8, 0.85, 1.4, 2],
  combo5: [0.7, 0.75, 1.15, 1.65],
  mixed: [0.65, 1.15, 1.4, 1.65],
} as const satisfies Partial<Record<keyof typeof RULE_FAMILIES, readonly number[]>>;
const SIZES = [1, 100, 10_000, 100_000] as const;
/** Microseconds for a rule that is added to or removed from 100,000 others. */
const CHANGE_LIMIT = 15;

export async function patternBench(): Promise<BenchRow[]> {
  const random = seeded(20260702);
  const events = Array.from({ length: EVENTS }, () => busEvent(random));
  const rows: BenchRow[] = [];
  for (const family of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
    const rowsOfFamily = SIZES.map((size, i) => matchRow(family, size, LIMITS[family][i]!, events));
    rows.push(...rowsOfFamily);
  }
  rows.push(addRow(), changeRow());
  return rows;
}

function matchRow(family: keyof typeof LIMITS, size: number, limit: number, events: readonly string[]): BenchRow {
  const matcher = fill(family, size);
  const match = (event: string): unknown => matcher.match(event);
  const parse = (event: string): unknown => JSON.parse(event);
  rate(match, events, WARM_UP_MS);
  rate(parse, events, WARM_UP_MS);
  const rounds = Array.from({ length: ROUNDS }, () => ({ parse: rate(parse, events), match: rate(match, events) }));
  const ratio = median(rounds.map((round) => round.parse / round.match));
  const perSecond = median(rounds.map((round) => round.match));
  return {
    what: `match an event, ${family}, ${size.toLocaleString('en')} rules`,
    figure: `${Math.round(perSecond).toLocaleString('en')} events per CPU second`,
    ratio,
    limit,
    floor: 'JSON.parse of the same event',
  };
}

function addRow(): BenchRow {
  const size = 10_000;
  const start = process.cpuUsage();
  fill('mixed', size);
  const micros = cpuMicros(start) / size;
  return { what: 'compile and add a rule, mixed, 10,000 rules', figure: `${micros.toFixed(1)} µs` };
}

/** Rules come and go among 100,000 others, 1 % of them at a time, with a match between. */
function changeRow(): BenchRow {
  const size = 100_000;
  const rules = Array.from({ length: size }, (_, i) => compilePattern(JSON.stringify(RULE_FAMILIES.mixed(i))));
  const matcher = createMatcher<number>();
  const start = process.cpuUsage();
  for (const [i, rule] of rules.entries()) matcher.add(i, rule);
  for (let round = 0; round < 100; round++) {
    for (let k = 0; k < size / 100; k++) {
      const rule = round * (size / 100) + k;
      matcher.remove(rule);
      matcher.add(rule, rules[rule]!);
    }
    matcher.match('{}');
  }
  const micros = cpuMicros(start) / (size * 3);
  return {
    what: 'add or remove a rule, mixed, among 100,000 rules',
    figure: `${micros.toFixed(1)} µs`,
    ratio: micros,
    limit: CHANGE_LIMIT,
  };
}

function fill(family: keyof typeof LIMITS, size: number): Matcher<number> {
  const matcher = createMatcher<number>();
  for (let i = 0; i < size; i++) matcher.add(i, compilePattern(JSON.stringify(RULE_FAMILIES[family](i))));
  return matcher;
}

/** Events per CPU second. */
function rate(step: (event: string) => unknown, events: readonly string[], forMs = ROUND_MS): number {
  const start = process.cpuUsage();
  let count = 0;
  while (cpuMicros(start) < forMs * 1000) for (let i = 0; i < 100; i++) step(events[count++ % events.length]!);
  return (count / cpuMicros(start)) * 1e6;
}

function cpuMicros(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
