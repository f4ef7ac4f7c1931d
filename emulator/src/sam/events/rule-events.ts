// Events of functions that come from rules of EventBridge.
import { getAtt } from '#sam/values';
import { type EventSource, permission } from './event-source.ts';
import { PATTERN_RULES, ruleResources, SCHEDULE_RULES } from './rule.ts';

const fromRule = (rules: EventSource['rules']): EventSource => ({
  rules,
  make: (event, target) => {
    const { rule, queue } = ruleResources(event, { arn: target.arn, suffix: 'LambdaTarget' }, target.attributes);
    return [rule, ...queue, permission(event.id, target, { principal: 'events.amazonaws.com', sourceArn: getAtt(rule.id, 'Arn') })];
  },
});

export const schedule = fromRule(SCHEDULE_RULES);
export const eventBridgeRule = fromRule(PATTERN_RULES);
