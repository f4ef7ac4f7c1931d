// PutCompositeAlarm: a rule over the states of other alarms.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation, type PutCompositeAlarmInput } from '#model/cloudwatch';
import { alarmName } from '#services/cloudwatch/arns';
import { invalid, missingParameter } from '#services/cloudwatch/faults';
import { alarms, type CompositeAlarm, parents } from '#services/cloudwatch/state';
import { judge } from './change-state.ts';
import { type CompositeRule, parseRule, RuleError } from './composite-rule.ts';
import { initialState, keepAlarm } from './keep-alarm.ts';

/** Limit: alarms in the rule of a composite alarm. */
const MAX_CHILDREN = 100;

export const PutCompositeAlarm = operation('PutCompositeAlarm', (input, ctx) => {
  if (input.ActionConfiguration !== undefined) throw invalid('ActionConfiguration is not emulated: tags are not passed on to actions.');
  const records = ctx.records(alarms);
  const before = records.get([input.AlarmName]);
  if (before?.kind === 'metric') throw invalid(`An alarm with the name ${input.AlarmName} exists already, and is a metric alarm.`);
  const rule = readRule(input.AlarmRule);
  const absent = rule.names.filter((name) => !records.has([name]) && name !== input.AlarmName);
  if (absent.length > 0)
    throw invalid(`Could not save the composite alarm as alarms [${absent.join(', ')}] in the alarm rule do not exist`);
  const alarm = readAlarm(input, rule, before, ctx);
  ctx.write((tx) => {
    if (before) removeLinks(before, tx, ctx);
    for (const name of linkedTo(alarm)) tx.put(ctx.records(parents), [name, alarm.name], { here: true });
    keepAlarm(alarm, before, input.Tags, tx, ctx);
    judge(alarm, undefined, tx, ctx);
  });
});

function readRule(text: string): CompositeRule {
  try {
    const rule = parseRule(text);
    if (rule.names.length > MAX_CHILDREN) throw invalid(`An alarm rule can name at most ${MAX_CHILDREN} alarms.`);
    return rule;
  } catch (error) {
    if (error instanceof RuleError) throw invalid(`Error in AlarmRule: ${error.message}`);
    throw error;
  }
}

function readAlarm(
  input: PutCompositeAlarmInput,
  rule: CompositeRule,
  before: Frozen<CompositeAlarm> | undefined,
  ctx: Ctx,
): Frozen<CompositeAlarm> {
  return {
    kind: 'composite',
    name: input.AlarmName,
    description: input.AlarmDescription,
    actionsEnabled: input.ActionsEnabled ?? true,
    okActions: input.OKActions ?? [],
    alarmActions: input.AlarmActions ?? [],
    insufficientDataActions: input.InsufficientDataActions ?? [],
    configuredMs: ctx.now(),
    state: before?.state ?? initialState(ctx.now()),
    isMuted: before?.isMuted,
    rule: input.AlarmRule,
    children: rule.names,
    suppressor: readSuppressor(input, ctx),
  };
}

function readSuppressor(input: PutCompositeAlarmInput, ctx: Ctx): CompositeAlarm['suppressor'] {
  const { ActionsSuppressor: given, ActionsSuppressorWaitPeriod: wait, ActionsSuppressorExtensionPeriod: extension } = input;
  if (given === undefined || given === '') {
    if (wait !== undefined || extension !== undefined)
      throw missingParameter(
        'The parameter ActionsSuppressor is required with ActionsSuppressorWaitPeriod and ActionsSuppressorExtensionPeriod.',
      );
    return undefined;
  }
  if (wait === undefined || extension === undefined)
    throw missingParameter(
      'The parameters ActionsSuppressorWaitPeriod and ActionsSuppressorExtensionPeriod are required with ActionsSuppressor.',
    );
  const name = alarmName(given);
  if (!ctx.records(alarms).has([name]))
    throw invalid(`Could not save the composite alarm as the actions suppressor ${given} does not exist`);
  return { given, name, waitSeconds: wait, extensionSeconds: extension };
}

const linkedTo = ({ children, suppressor }: Frozen<CompositeAlarm>): readonly string[] => [
  ...children,
  ...(suppressor ? [suppressor.name] : []),
];

export function removeLinks(alarm: Frozen<CompositeAlarm>, tx: Tx, ctx: Ctx): void {
  for (const name of linkedTo(alarm)) tx.delete(ctx.records(parents), [name, alarm.name]);
}
