// Dead-letter queues of rules and schedules: a queue that exists (`Arn`), or a queue that the transform makes (`Type: SQS`).
import { queuePolicy } from '#sam/iam-documents';
import { EventProblem } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import { type Block, get, getAtt, has, isText, ref, type Value } from '#sam/values';

export interface DeadLetters {
  readonly arn: Value | undefined;
  readonly resources: MadeResource[];
}

/** With `ruleArn` the made queue gets a policy that lets the rule send. @throws EventProblem */
export function deadLetters(id: string, config: Value | undefined, attributes: Block, ruleArn?: Value): DeadLetters {
  if (config === undefined) return { arn: undefined, resources: [] };
  const [byArn, byType] = [has(config, 'Arn'), has(config, 'Type')];
  if (byArn && byType) throw new EventProblem(id, "You can either define 'Arn' or 'Type' property of DeadLetterConfig.");
  if (byType && get(config, 'Type') !== 'SQS')
    throw new EventProblem(id, "The only valid value for 'Type' property of DeadLetterConfig is 'SQS'.");
  if (!byArn && !byType) throw new EventProblem(id, "No 'Arn' or 'Type' property provided for DeadLetterConfig.");
  const arn = get(config, 'Arn');
  if (arn !== undefined) return { arn, resources: [] };
  const name = get(config, 'QueueLogicalId');
  if (name !== undefined && !isText(name)) throw new EventProblem(id, 'QueueLogicalId must be a string');
  const queue = made(name || `${id}Queue`, 'AWS::SQS::Queue', {}, attributes);
  const queueArn = getAtt(queue.id, 'Arn');
  const policy =
    ruleArn === undefined
      ? []
      : [
          made(
            `${id}QueuePolicy`,
            'AWS::SQS::QueuePolicy',
            { PolicyDocument: queuePolicy({ Service: 'events.amazonaws.com' }, queueArn, ruleArn), Queues: [ref(queue.id)] },
            attributes,
          ),
        ];
  return { arn: queueArn, resources: [queue, ...policy] };
}
