// Rules of EventBridge for functions and state machines: events `Schedule`, `CloudWatchEvent` and `EventBridgeRule`.
import { EventProblem } from '#sam/problems';
import type { PropertyRules } from '#sam/property-rules';
import { type MadeResource, made } from '#sam/resource';
import { type Block, type Draft, filled, get, getAtt, has, type Value } from '#sam/values';
import { deadLetters } from './dead-letters.ts';
import { type SamEvent, targetId } from './event-source.ts';

export const SCHEDULE_RULES: PropertyRules = {
  Schedule: 'str!',
  RuleName: 'str',
  Input: 'str',
  Enabled: 'bool',
  State: 'str',
  Name: 'str',
  Description: 'str',
  DeadLetterConfig: 'map',
  RetryPolicy: 'map',
};
export const PATTERN_RULES: PropertyRules = {
  EventBusName: 'str',
  RuleName: 'str',
  Pattern: 'map',
  DeadLetterConfig: 'map',
  RetryPolicy: 'map',
  Input: 'str',
  InputPath: 'str',
  Target: 'map',
  Enabled: 'bool',
  State: 'str',
  InputTransformer: 'map',
};

export interface RuleTarget {
  readonly arn: Value;
  readonly roleArn?: Value | undefined;
  readonly suffix: string;
}

/** The rule with its target, and the dead-letter queue if the transform makes one. */
export function ruleResources(event: SamEvent, target: RuleTarget, attributes: Block): { rule: MadeResource; queue: MadeResource[] } {
  const { id, name, properties } = event;
  const scheduled = event.type === 'Schedule';
  const rule = made(
    id,
    'AWS::Events::Rule',
    scheduled
      ? { ScheduleExpression: properties.Schedule, Name: properties.Name, Description: properties.Description }
      : { EventBusName: properties.EventBusName, EventPattern: properties.Pattern, Name: properties.RuleName },
    attributes,
  );
  if (scheduled) rule.properties.State = stateOf(name, properties);
  const letters = deadLetters(id, properties.DeadLetterConfig, attributes, getAtt(id, 'Arn'));
  if (!scheduled) rule.properties.State = stateOf(name, properties);
  const own = has(properties.Target, 'Id') ? get(properties.Target, 'Id') : undefined;
  const draft: Draft = {
    Arn: target.arn,
    Id: own ?? targetId(id, target.suffix),
    RoleArn: target.roleArn,
    Input: properties.Input,
    InputPath: properties.InputPath,
    DeadLetterConfig: properties.DeadLetterConfig === undefined ? undefined : { Arn: letters.arn! },
    RetryPolicy: properties.RetryPolicy,
    InputTransformer: properties.InputTransformer,
  };
  rule.properties.Targets = [Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Block];
  return { rule, queue: letters.resources };
}

function stateOf(name: string, { State, Enabled }: Draft): Value | undefined {
  if (filled(State) && Enabled !== undefined) throw new EventProblem(name, 'State and Enabled Properties cannot both be specified.');
  if (Enabled !== undefined) return filled(Enabled) ? 'ENABLED' : 'DISABLED';
  return filled(State) ? State : undefined;
}
