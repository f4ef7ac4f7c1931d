// Rules of a bus: what is matched or when it fires, and whether it is on.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { parseSchedule } from '#lib/schedule';
import { operation, type PutRuleRequest, type Rule as RuleAnswer } from '#model/events';
import { DEFAULT_BUS, ruleArn } from '#services/events/arns';
import { findBus } from '#services/events/buses/find-bus';
import { invalid } from '#services/events/faults';
import { ruleChanged } from '#services/events/matching/matchers';
import { pageOf } from '#services/events/pages';
import { type Rule, type RuleState, rules, targets } from '#services/events/state';
import { mergeTags } from '#services/events/tag-list';
import { checkManaged, findRule } from './find-rule.ts';
import { readPattern } from './patterns.ts';
import { arm, disarm } from './schedules.ts';

/** By quota; the model lets twice as much through. */
const LONGEST_PATTERN = 2048;

export const PutRule = operation('PutRule', (input, ctx) => {
  const { name: bus } = findBus(ctx, input.EventBusName);
  check(input, bus);
  const before = ctx.records(rules).get([bus, input.Name]);
  if (before) checkManaged(ctx, before, false);
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
    // Tags of a rule that is there already are TagResource's business.
    tags: before?.tags ?? mergeTags([], input.Tags ?? []),
  };
  save(ctx, rule);
  return { RuleArn: ruleArn(ctx, bus, rule.name) };
});

function check({ Name, EventPattern: pattern, ScheduleExpression: schedule }: PutRuleRequest, bus: string): void {
  if (!pattern && !schedule) throw invalid('Parameter(s) EventPattern or ScheduleExpression must be specified.');
  if (pattern) checkPattern(pattern, Name);
  if (!schedule) return;
  if (bus !== DEFAULT_BUS) throw invalid('ScheduleExpression is supported only on the default event bus.');
  if (!parseSchedule(schedule)) throw invalid('Parameter ScheduleExpression is not valid.');
}

function checkPattern(pattern: string, rule: string): void {
  if (Buffer.byteLength(pattern) > LONGEST_PATTERN)
    throw invalid(`Parameter EventPattern for rule ${rule} exceeds limit of ${LONGEST_PATTERN}.`);
  readPattern(pattern);
}

const save = (ctx: Ctx, rule: Frozen<Rule>): void =>
  ctx.write((tx) => {
    tx.put(ctx.records(rules), [rule.bus, rule.name], rule);
    arm(ctx, tx, rule);
    ruleChanged(ctx, tx, rule.bus, rule.name);
  });

const describe = (ctx: Ctx, rule: Frozen<Rule>): RuleAnswer => ({
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
  const rule = findRule(ctx, input.EventBusName, input.Name);
  return { ...describe(ctx, rule), CreatedBy: rule.createdBy };
});

/** Deleting what is not there is no mistake, as long as its bus is. */
export const DeleteRule = operation('DeleteRule', (input, ctx) => {
  const { name: bus } = findBus(ctx, input.EventBusName);
  const rule = ctx.records(rules).get([bus, input.Name]);
  if (!rule) return;
  checkManaged(ctx, rule, input.Force);
  if (ctx.records(targets).range([bus, rule.name], { limit: 1 }).length > 0) throw invalid("Rule can't be deleted since it has targets.");
  ctx.write((tx) => {
    tx.delete(ctx.records(rules), [bus, rule.name]);
    disarm(ctx, tx, bus, rule.name);
    ruleChanged(ctx, tx, bus, rule.name);
  });
});

export const ListRules = operation('ListRules', ({ EventBusName, NamePrefix: startsWith = '', ...page }, ctx) => {
  const { name: bus } = findBus(ctx, EventBusName);
  const { found, next } = pageOf(
    page,
    (after, limit) => ctx.records(rules).range([bus], { startsWith, after: after === undefined ? undefined : [bus, after], limit }),
    ({ name }) => name,
  );
  return { Rules: found.map((rule) => describe(ctx, rule)), ...next };
});

export const EnableRule = operation('EnableRule', (input, ctx) => turn(ctx, input.EventBusName, input.Name, 'ENABLED'));
export const DisableRule = operation('DisableRule', (input, ctx) => turn(ctx, input.EventBusName, input.Name, 'DISABLED'));

function turn(ctx: Ctx, bus: string | undefined, name: string, state: RuleState): void {
  const rule = findRule(ctx, bus, name);
  checkManaged(ctx, rule, false);
  if (rule.state !== state) save(ctx, { ...rule, state, scheduledMs: ctx.now() });
}
