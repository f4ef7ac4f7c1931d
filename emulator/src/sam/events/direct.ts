// Events of services that invoke the function themselves: Alexa skills, IoT rules, user pools and log groups.

import { shown } from '#sam/message-text';
import { EventProblem, expectMap, ofResource } from '#sam/problems';
import { made, redeclared } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, getAtt, has, isBlock, isText, ref, sub, type Value } from '#sam/values';
import { type EventSource, permission, type SamEvent } from './event-source.ts';
import { checkUserPoolProperties } from './known-properties.ts';

export const alexaSkill: EventSource = {
  rules: { SkillId: 'str' },
  make: ({ id, properties }, target) => [permission(id, target, { principal: 'alexa-appkit.amazon.com', token: properties.SkillId })],
};

export const iotRule: EventSource = {
  rules: { Sql: 'str!', AwsIotSqlVersion: 'str' },
  make: ({ id, properties }, target, { input }) => {
    const version = properties.AwsIotSqlVersion;
    const sourceArn = sub(`arn:${input.partition}:iot:\${AWS::Region}:\${AWS::AccountId}:rule/\${RuleName}`, { RuleName: ref(id) });
    const payload: Block = {
      Sql: properties.Sql!,
      RuleDisabled: false,
      Actions: [{ Lambda: { FunctionArn: target.arn } }],
      ...(filled(version) ? { AwsIotSqlVersion: version! } : {}),
    };
    return [
      permission(id, target, { principal: 'iot.amazonaws.com', sourceArn, sourceAccount: sub('${AWS::AccountId}') }),
      made(id, 'AWS::IoT::TopicRule', { TopicRulePayload: payload }, target.attributes),
    ];
  },
};

export const cloudWatchLogs: EventSource = {
  rules: { LogGroupName: 'str!', FilterPattern: 'str!' },
  make: ({ id, properties }, target, { input }) => {
    const { LogGroupName, FilterPattern } = properties;
    const arn = `arn:${input.partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:\${__LogGroupName__}:*`;
    const allowed = permission(id, target, { principal: 'logs.amazonaws.com', sourceArn: sub(arn, { __LogGroupName__: LogGroupName! }) });
    const filter = { LogGroupName, FilterPattern, DestinationArn: target.arn };
    return [allowed, made(id, 'AWS::Logs::SubscriptionFilter', filter, target.attributes, [allowed.id])];
  },
};

export const cognito: EventSource = {
  rules: { UserPool: 'str!', Trigger: '=str|[str]!' },
  link: (event, there) => {
    userPoolOf(event, there);
  },
  make: (event, target, there) => {
    const [id, pool] = userPoolOf(event, there);
    const allowed = permission(`${target.id}Cognito`, target, {
      principal: 'cognito-idp.amazonaws.com',
      sourceArn: getAtt(id, 'Arn'),
    });
    addTriggers(event, id, pool, target.arn);
    checkUserPoolProperties(id, pool);
    return [allowed, redeclared(id, pool)];
  },
};

function userPoolOf({ id, name, properties }: SamEvent, { declared }: Transformation): [id: string, pool: Block] {
  const pool = properties.UserPool;
  if (has(pool, 'Ref')) {
    const poolId = (pool as Block).Ref;
    if (!isText(poolId)) throw new EventProblem(id, 'Ref in Userpool is not a string.');
    const found = get(declared, poolId);
    if (isBlock(found)) return [poolId, found];
  }
  throw new EventProblem(name, 'Cognito events must reference a Cognito UserPool in the same template.');
}

function addTriggers({ name, properties: event }: SamEvent, id: string, pool: Block, arn: Value): void {
  pool.Properties ??= {};
  const properties = pool.Properties as Block;
  const triggers = expectMap(get(properties, 'LambdaConfig') ?? {}, 'LambdaConfig', ofResource(id));
  properties.LambdaConfig = triggers;
  for (const trigger of Array.isArray(event.Trigger) ? event.Trigger : [event.Trigger!]) {
    if (has(triggers, String(trigger))) throw new EventProblem(name, `Cognito trigger "${shown(event.Trigger)}" defined multiple times.`);
    triggers[String(trigger)] = arn;
  }
}
