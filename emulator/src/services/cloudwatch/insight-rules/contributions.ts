// Adds up what the contributors of an insight rule did within spans of time: reads the log events that the rule names.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import type { FilteredLogEvent } from '#model/logs';
import { invalidValue } from '#services/cloudwatch/faults';
import type { Grid } from '#services/cloudwatch/math/series';
import type { InsightRule } from '#services/cloudwatch/state';
import { type RuleDefinition, readDefinition } from './definition.ts';
import { eventIn } from './log-fields.ts';

/** Limit: log events that a report of an insight rule reads. */
const MAX_EVENTS = 1_000_000;
/** Limit: contributors of a report of an insight rule. */
const MAX_CONTRIBUTORS = 100_000;
/** The number of events between two pauses, in which other calls are served. */
const BREATH = 2000;

export interface Tally {
  count: number;
  sum: number;
  least: number;
  most: number;
}

export interface Contributor {
  readonly keys: readonly string[];
  /** By the index of the span on the grid. */
  readonly tallies: Map<number, Tally>;
  sum: number;
  most: number;
}

export interface Contributions {
  readonly labels: readonly string[];
  readonly contributors: ReadonlyMap<string, Contributor>;
}

/** @throws Fault InvalidParameterValueException for more events or contributors than are read */
export async function contributionsTo(rule: Frozen<InsightRule>, grid: Grid, ctx: Ctx): Promise<Contributions> {
  const contributors = new Map<string, Contributor>();
  if (rule.managed) return { labels: [], contributors };
  const definition = readDefinition(rule.definition);
  const adder = new Adder(rule, definition, grid, contributors);
  for (const group of await groupsOf(definition.groups, ctx)) await readGroup(group, grid, adder, ctx);
  return { labels: definition.keys.map(({ label }) => label), contributors };
}

class Adder {
  readonly #rule: Frozen<InsightRule>;
  readonly #definition: RuleDefinition;
  readonly #grid: Grid;
  readonly #contributors: Map<string, Contributor>;
  #events = 0;

  constructor(rule: Frozen<InsightRule>, definition: RuleDefinition, grid: Grid, contributors: Map<string, Contributor>) {
    this.#rule = rule;
    this.#definition = definition;
    this.#grid = grid;
    this.#contributors = contributors;
  }

  add({ timestamp = 0, ingestionTime = 0, message = '' }: FilteredLogEvent): void {
    if (++this.#events > MAX_EVENTS) throw tooMuch(`${MAX_EVENTS} log events`);
    if (!this.#rule.spans.some(({ fromMs, toMs }) => ingestionTime >= fromMs && (toMs === undefined || ingestionTime < toMs))) return;
    const { format, filters, keys, summed } = this.#definition;
    const event = eventIn(message, format);
    if (event === undefined || !filters.every((matches) => matches(event))) return;
    const found = keys.map(({ read }) => read(event));
    if (found.some((value) => value === undefined)) return;
    const value = summed ? Number(summed(event) ?? Number.NaN) : 1;
    if (Number.isFinite(value)) this.#count(found.map(String), value, Math.floor((timestamp - this.#grid.startMs) / this.#grid.periodMs));
  }

  #count(keys: readonly string[], value: number, at: number): void {
    const id = JSON.stringify(keys);
    let contributor = this.#contributors.get(id);
    if (!contributor) {
      if (this.#contributors.size >= MAX_CONTRIBUTORS) throw tooMuch(`${MAX_CONTRIBUTORS} contributors`);
      this.#contributors.set(id, (contributor = { keys, tallies: new Map(), sum: 0, most: Number.NEGATIVE_INFINITY }));
    }
    contributor.sum += value;
    contributor.most = Math.max(contributor.most, value);
    const tally = contributor.tallies.get(at);
    if (!tally) contributor.tallies.set(at, { count: 1, sum: value, least: value, most: value });
    else {
      tally.count++;
      tally.sum += value;
      tally.least = Math.min(tally.least, value);
      tally.most = Math.max(tally.most, value);
    }
  }
}

const tooMuch = (what: string): Fault => invalidValue(`The rule has more than ${what} in this time range: shorten it.`);

const AS_SERVICE = { as: { service: 'cloudwatch.amazonaws.com' }, isPlumbing: true } as const;

async function groupsOf(patterns: readonly string[], ctx: Ctx): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const pattern of patterns) {
    if (!pattern.endsWith('*')) names.add(pattern);
    else {
      const prefix = pattern.slice(0, -1);
      for (let nextToken: string | undefined, more = true; more; more = nextToken !== undefined) {
        const input = { logGroupNamePrefix: prefix === '' ? undefined : prefix, nextToken };
        const page = await ctx.call('logs', 'DescribeLogGroups', input, AS_SERVICE);
        for (const { logGroupName } of page.logGroups ?? []) names.add(logGroupName!);
        nextToken = page.nextToken;
      }
    }
  }
  return names;
}

/** A rule may name groups that do not exist yet. */
async function readGroup(logGroupName: string, { startMs, periodMs, length }: Grid, adder: Adder, ctx: Ctx): Promise<void> {
  const endTime = startMs + periodMs * length - 1;
  let read = 0;
  for (let nextToken: string | undefined, more = true; more; more = nextToken !== undefined) {
    const page = await ctx
      .call('logs', 'FilterLogEvents', { logGroupName, startTime: Math.max(0, startMs), endTime, nextToken }, AS_SERVICE)
      .catch(ifAbsent);
    // A page has up to a megabyte of events, however many these are.
    await nextTurn();
    for (const event of page?.events ?? []) {
      if (++read % BREATH === 0) await nextTurn();
      adder.add(event);
    }
    nextToken = page?.nextToken;
  }
}

function ifAbsent(error: unknown): undefined {
  if (!(error instanceof Fault) || error.code !== 'ResourceNotFoundException') throw error;
}
