// Event `ScheduleV2`: a schedule of EventBridge Scheduler that invokes a function or starts a state machine.
import { invokePolicy, sendMessagePolicy, startExecutionPolicy, trustPolicy } from '#sam/iam-documents';
import { EventProblem } from '#sam/problems';
import type { PropertyRules } from '#sam/property-rules';
import { type MadeResource, made } from '#sam/resource';
import { type Block, compact, filled, getAtt, type Value } from '#sam/values';
import { deadLetters } from './dead-letters.ts';
import type { EventSource, SamEvent } from './event-source.ts';

export const SCHEDULE_V2_RULES: PropertyRules = {
  PermissionsBoundary: 'str',
  ScheduleExpression: 'str!',
  FlexibleTimeWindow: 'map',
  Name: 'str',
  State: 'str',
  Description: 'str',
  StartDate: 'str',
  EndDate: 'str',
  ScheduleExpressionTimezone: 'str',
  GroupName: 'str',
  KmsKeyArn: 'str',
  Input: 'str',
  RoleArn: 'str',
  DeadLetterConfig: 'map',
  RetryPolicy: 'map',
  OmitName: '=bool',
};

export function scheduleResources(
  { id, properties }: SamEvent,
  target: { readonly arn: Value; readonly kind: 'function' | 'machine' },
  attributes: Block,
): MadeResource[] {
  if (filled(properties.OmitName) && filled(properties.Name)) throw new EventProblem(id, 'Name cannot be set when OmitName is True');
  const letters = deadLetters(id, properties.DeadLetterConfig, attributes);
  const roles = filled(properties.RoleArn) ? [] : [role()];
  function role(): MadeResource {
    const policy = (target.kind === 'function' ? invokePolicy : startExecutionPolicy)(target.arn, id);
    return made(
      `${id}Role`,
      'AWS::IAM::Role',
      {
        AssumeRolePolicyDocument: trustPolicy('scheduler.amazonaws.com'),
        Policies: filled(letters.arn) ? [policy, sendMessagePolicy(letters.arn!, id)] : [policy],
        PermissionsBoundary: filled(properties.PermissionsBoundary) ? properties.PermissionsBoundary : undefined,
      },
      attributes,
    );
  }
  const { StartDate, EndDate, ScheduleExpression, ScheduleExpressionTimezone, GroupName, KmsKeyArn, Description } = properties;
  const schedule = made(
    id,
    'AWS::Scheduler::Schedule',
    {
      ScheduleExpression,
      FlexibleTimeWindow: filled(properties.FlexibleTimeWindow) ? properties.FlexibleTimeWindow : { Mode: 'OFF' },
      Name: filled(properties.OmitName) ? undefined : filled(properties.Name) ? properties.Name : id,
      State: filled(properties.State) ? properties.State : undefined,
      Description,
      StartDate,
      EndDate,
      ScheduleExpressionTimezone,
      GroupName,
      KmsKeyArn,
      Target: compact({
        Arn: target.arn,
        RoleArn: roles[0] ? getAtt(roles[0].id, 'Arn') : properties.RoleArn,
        Input: properties.Input,
        DeadLetterConfig: properties.DeadLetterConfig === undefined ? undefined : { Arn: letters.arn! },
        RetryPolicy: properties.RetryPolicy,
      }),
    },
    attributes,
  );
  return [schedule, ...letters.resources, ...roles];
}

export const scheduleV2: EventSource = {
  rules: SCHEDULE_V2_RULES,
  make: (event, target) => scheduleResources(event, { arn: target.arn, kind: 'function' }, target.attributes),
};
