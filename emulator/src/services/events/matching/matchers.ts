// One matcher per account, region and bus. It is built from the store on first use and updated with each change of a rule.
import type { Ctx } from '#core/ctx';
import type { EventRules, RuleElsewhere } from '#core/delivery/logged-event';
import type { Owned } from '#core/owned';
import type { Frozen, Tx } from '#core/records';
import { compilePattern } from '#lib/pattern/compile';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';
import { ARCHIVE_MANAGER } from '#services/events/archive-names';
import { busArn, ruleArn } from '#services/events/arns';
import { type Rule, rules, ruleVersions, targets } from '#services/events/state';
import { type DeliveryPlan, planDeliveries } from './delivery-plan.ts';
import { missesOf } from './misses.ts';

/** With more rules than this, the reasons of the rules that did not match are not told. */
const MAX_EXPLAINED = 20;
/** Characters of the event, times the rules that read it, beyond which the reasons would take too long. */
const MAX_READ_CHARACTERS = 5_000_000;

/** Rules of other buses that are asked whether they would take an event. */
const MAX_RULES_ELSEWHERE = 200;

const isExplained = (text: string, rules: number): boolean => rules <= MAX_EXPLAINED && text.length * rules <= MAX_READ_CHARACTERS;

/** A rule that an event matched, and its deliveries. */
export interface MatchedRule {
  readonly name: string;
  readonly arn: string;
  readonly plans: readonly DeliveryPlan[];
  /** The rule only feeds an archive. */
  readonly isArchive: boolean;
}

/** A rule in the matcher. */
interface Entry {
  readonly name: string;
  readonly pattern: string;
  /** The rule only feeds an archive. */
  readonly isArchive: boolean;
  /** The rule as a list of one, loaded when an event matches it for the first time. All events that match it alone share the list. */
  alone: readonly [MatchedRule] | undefined;
}

/** The rules of a bus in memory, valid as long as their version is this one. */
export interface BusRules extends EventRules {
  readonly bus: string;
  version: string | undefined;
  readonly matcher: Matcher<Entry>;
  readonly entries: Map<string, Entry>;
  /** The number of rules that only feed archives. */
  archives: number;
}

const NAME = 'events.matchers';

class Matchers implements Owned {
  readonly #buses = new Map<string, BusRules>();

  /** The rules as the store has them now. Do not use the result after a write. */
  of(bus: string, ctx: Ctx): BusRules {
    const version = ctx.records(ruleVersions).get([bus])?.id;
    const known = this.#buses.get(key(bus, ctx));
    if (known && known.version === version) return known;
    const there = ctx.detached();
    const matcher: Matcher<Entry> = createMatcher();
    const made: BusRules = {
      bus,
      arn: busArn(ctx, bus),
      version,
      matcher,
      entries: new Map(),
      archives: 0,
      get size() {
        return matcher.size - made.archives;
      },
      misses: (text, matched) => (isExplained(text, matcher.size) ? missesOf(bus, text, matched, there) : undefined),
      elsewhere: (text) => this.#elsewhere(bus, text, there),
    };
    for (const rule of ctx.records(rules).range([bus])) refresh(made, rule.name, rule);
    this.#buses.set(key(bus, ctx), made);
    return made;
  }

  #elsewhere(bus: string, text: string, ctx: Ctx): RuleElsewhere[] {
    const others = ctx.records(rules).range([], { limit: MAX_RULES_ELSEWHERE });
    const names = new Set(others.map((rule) => rule.bus).filter((other) => other !== bus));
    if (text.length * others.length > MAX_READ_CHARACTERS) return [];
    return [...names].flatMap((other) => {
      const { matcher, arn } = this.of(other, ctx);
      return matcher.match(text).flatMap(({ name, isArchive }) => (isArchive ? [] : [{ bus: arn, name }]));
    });
  }

  /** Updates the matcher after a write that changed a rule or its targets and took the bus from version `before` to `after`. */
  follow(bus: string, name: string, before: string | undefined, after: string, ctx: Ctx): void {
    const known = this.#buses.get(key(bus, ctx));
    if (!known || known.version !== before) return;
    known.version = after;
    refresh(known, name, ctx.records(rules).get([bus, name]));
  }

  forget(bus: string, ctx: Ctx): void {
    this.#buses.delete(key(bus, ctx));
  }

  stop(): Promise<void> {
    this.#buses.clear();
    return Promise.resolve();
  }
}

const key = (bus: string, { account, region }: Ctx): string => `${account}/${region}/${bus}`;

function refresh(known: BusRules, name: string, rule: Frozen<Rule> | undefined): void {
  const { matcher, entries } = known;
  const before = entries.get(name);
  if (before) before.alone = undefined;
  const pattern = rule && rule.state !== 'DISABLED' ? rule.pattern : undefined;
  if (before?.pattern === pattern) return;
  if (before) matcher.remove(before);
  if (before?.isArchive) known.archives--;
  entries.delete(name);
  if (pattern === undefined) return;
  const isArchive = rule?.managedBy === ARCHIVE_MANAGER;
  if (isArchive) known.archives++;
  const entry: Entry = { name, pattern, isArchive, alone: undefined };
  entries.set(name, entry);
  matcher.add(entry, compilePattern(pattern));
}

/** The rules that the event matches, in the order of their creation. @throws MalformedEvent */
export function matchRules({ matcher, bus }: BusRules, event: string, ctx: Ctx): readonly MatchedRule[] {
  const matched = matcher.match(event);
  const [first] = matched;
  if (!first) return NO_RULES;
  return matched.length === 1 ? aloneOf(first, bus, ctx) : matched.map((entry) => aloneOf(entry, bus, ctx)[0]);
}

const NO_RULES: readonly MatchedRule[] = [];

const aloneOf = (entry: Entry, bus: string, ctx: Ctx): readonly [MatchedRule] => (entry.alone ??= [readRule(bus, entry.name, ctx)]);

/** The rule in the form that deliveries need. */
export function readRule(bus: string, name: string, ctx: Ctx): MatchedRule {
  const arn = ruleArn(ctx, bus, name);
  const isArchive = ctx.records(rules).get([bus, name])?.managedBy === ARCHIVE_MANAGER;
  return { name, arn, isArchive, plans: planDeliveries({ name, arn }, ctx.records(targets).range([bus, name])) };
}

export const matchersOf = (ctx: Ctx): Matchers => ctx.own(NAME, () => new Matchers());

/** Every write that changes a rule or its targets must call this. */
export function ruleChanged(tx: Tx, bus: string, name: string, ctx: Ctx): void {
  const versions = ctx.records(ruleVersions);
  const before = versions.get([bus])?.id;
  const after = ctx.id();
  tx.put(versions, [bus], { id: after });
  tx.after(() => matchersOf(ctx).follow(bus, name, before, after, ctx));
}
