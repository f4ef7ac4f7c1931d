// Rules of a bus: their pattern or schedule, and their state.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { CompiledPattern } from '#lib/pattern/pattern';
import { parseSchedule } from '#lib/schedule';
import { operation, type PutRuleRequest, type Rule as RuleAnswer } from '#model/events';
import { DEFAULT_BUS, ruleArn } from '#services/events/arns';
import { invalid } from '#services/events/faults';
import { findBus } from '#services/events/find-bus';
import { ruleChanged } from '#services/events/matching/matchers';
import { PATTERN_KEY_UNKNOWN } from '#services/events/messages';
import { pageOfNamed } from '#services/events/pages';
import { type Rule, type RuleState, rules, targets } from '#services/events/state';
import { EVENTS_TAGS } from '#services/events/tag-rules';
import { checkManaged, findRule } from './find-rule.ts';
import { unknownKeys } from './pattern-keys.ts';
import { readPattern } from './patterns.ts';
import { checkRoles } from './rule-role.ts';
import { arm, disarm } from './schedules.ts';

/** Limit: bytes of an event pattern: the quota. The model allows twice as many characters. */
const MAX_PATTERN_LENGTH = 2048;

export const PutRule = operation('PutRule', async (input, ctx) => {
  const { name: bus } = findBus(input.EventBusName, ctx);
  const pattern = check(input, bus);
  if (input.RoleArn !== undefined) {
    await checkRoles([input.RoleArn], ruleArn(ctx, bus, input.Name), ctx);
    findBus(bus, ctx);
  }
  const before = ctx.records(rules).get([bus, input.Name]);
  if (before) checkManaged(before, false, ctx);
  const { principal } = ctx;
  const rule: Rule = {
    bus,
    name: input.Name,
    pattern: input.EventPattern || undefined,
    schedule: input.ScheduleExpression || undefined,
    scheduledMs: before && before.schedule === input.ScheduleExpression ? before.scheduledMs : ctx.now(),
    state: (input.State as RuleState | undefined) ?? 'ENABLED',
    description: input.Description,
    roleArn: input.RoleArn,
    managedBy: before ? before.managedBy : principal.kind === 'service' ? principal.service : undefined,
    createdBy: before?.createdBy ?? ctx.account,
    // PutRule does not change the tags of an existing rule; TagResource does.
    tags: before?.tags ?? EVENTS_TAGS.ofNew(input.Tags, ctx),
  };
  save(rule, ctx);
  for (const unknown of pattern ? unknownKeys(pattern) : []) ctx.log.write(PATTERN_KEY_UNKNOWN, { rule: rule.name, ...unknown });
  return { RuleArn: ruleArn(ctx, bus, rule.name) };
});

/** Returns the compiled pattern, if there is one. */
function check({ Name, EventPattern, ScheduleExpression: schedule }: PutRuleRequest, bus: string): CompiledPattern | undefined {
  if (!EventPattern && !schedule) throw invalid('Parameter(s) EventPattern or ScheduleExpression must be specified.');
  const pattern = EventPattern ? checkedPattern(EventPattern, Name) : undefined;
  if (!schedule) return pattern;
  if (bus !== DEFAULT_BUS) throw invalid('ScheduleExpression is supported only on the default event bus.');
  if (!parseSchedule(schedule)) throw invalid('Parameter ScheduleExpression is not valid.');
  return pattern;
}

function checkedPattern(pattern: string, rule: string): CompiledPattern {
  if (Buffer.byteLength(pattern) > MAX_PATTERN_LENGTH)
    throw invalid(`Parameter EventPattern for rule ${rule} exceeds limit of ${MAX_PATTERN_LENGTH}.`);
  return readPattern(pattern);
}

const save = (rule: Frozen<Rule>, ctx: Ctx): void => ctx.write((tx) => writeRule(tx, rule, ctx));

/** Writes a rule that has passed its checks, and schedules it. */
export function writeRule(tx: Tx, rule: Frozen<Rule>, ctx: Ctx): void {
  tx.put(ctx.records(rules), [rule.bus, rule.name], rule);
  arm(tx, rule, ctx);
  ruleChanged(tx, rule.bus, rule.name, ctx);
}

/** Removes a rule whose targets are removed. */
export function removeRule(tx: Tx, bus: string, name: string, ctx: Ctx): void {
  tx.delete(ctx.records(rules), [bus, name]);
  disarm(tx, bus, name, ctx);
  ruleChanged(tx, bus, name, ctx);
}

const describe = (rule: Frozen<Rule>, ctx: Ctx): RuleAnswer => ({
  Name: rule.name,
  Arn: ruleArn(ctx, rule.bus, rule.name),
  EventPattern: rule.pattern,
  ScheduleExpression: rule.schedule,
  State: rule.state,
  Description: rule.description,
  RoleArn: rule.roleArn,
  ManagedBy: rule.managedBy,
  EventBusName: rule.bus,
});

export const DescribeRule = operation('DescribeRule', (input, ctx) => {
  const rule = findRule(input.EventBusName, input.Name, ctx);
  return { ...describe(rule, ctx), CreatedBy: rule.createdBy };
});

/** Deleting a rule that does not exist succeeds, as long as its bus exists. */
export const DeleteRule = operation('DeleteRule', (input, ctx) => {
  const { name: bus } = findBus(input.EventBusName, ctx);
  const rule = ctx.records(rules).get([bus, input.Name]);
  if (!rule) return;
  checkManaged(rule, input.Force, ctx);
  if (ctx.records(targets).range([bus, rule.name], { limit: 1 }).length > 0) throw invalid("Rule can't be deleted since it has targets.");
  ctx.write((tx) => removeRule(tx, bus, rule.name, ctx));
});

export const ListRules = operation('ListRules', ({ EventBusName, NamePrefix: startsWith = '', ...page }, ctx) => {
  const { name: bus } = findBus(EventBusName, ctx);
  const { items, ...next } = pageOfNamed(
    page,
    (after, limit) => ctx.records(rules).range([bus], { startsWith, after: after === undefined ? undefined : [bus, after], limit }),
    ({ name }) => name,
  );
  return { Rules: items.map((rule) => describe(rule, ctx)), ...next };
});

export const EnableRule = operation('EnableRule', (input, ctx) => turn(input.EventBusName, input.Name, 'ENABLED', ctx));
export const DisableRule = operation('DisableRule', (input, ctx) => turn(input.EventBusName, input.Name, 'DISABLED', ctx));

function turn(bus: string | undefined, name: string, state: RuleState, ctx: Ctx): void {
  const rule = findRule(bus, name, ctx);
  checkManaged(rule, false, ctx);
  if (rule.state !== state) save({ ...rule, state, scheduledMs: ctx.now() }, ctx);
}
