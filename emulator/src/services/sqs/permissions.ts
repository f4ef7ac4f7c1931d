// AddPermission and RemovePermission: they edit statements of the queue's policy by label.
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/sqs';
import { invalidParameter, invalidValue, missingParameter } from './faults.ts';
import { arnOf, findQueue, type LocatedQueue } from './find-queue.ts';
import { partitionOf } from './queue-address.ts';
import { type Queue, queues } from './state.ts';

/** Limit: actions of an AddPermission. */
const MAX_ACTIONS = 7;
/** Limit: statements that AddPermission gives a queue's policy. */
const MAX_STATEMENTS = 20;
/** Actions that an owner may grant. */
const GRANTED = new Set([
  '*',
  'SendMessage',
  'ReceiveMessage',
  'DeleteMessage',
  'ChangeMessageVisibility',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListDeadLetterSourceQueues',
  'PurgeQueue',
]);
const OWNERS_ONLY = new Set([
  'AddPermission',
  'CancelMessageMoveTask',
  'CreateQueue',
  'DeleteQueue',
  'ListMessageMoveTasks',
  'ListQueues',
  'ListQueueTags',
  'RemovePermission',
  'SetQueueAttributes',
  'StartMessageMoveTask',
  'TagQueue',
  'UntagQueue',
]);

interface Policy {
  readonly Statement?: readonly { readonly Sid?: string }[] | { readonly Sid?: string };
  readonly [element: string]: unknown;
}
type Statements = readonly { readonly Sid?: string }[];

export const AddPermission = operation('AddPermission', (input, ctx) => {
  const place = findQueue(input.QueueUrl, ctx);
  const { Label, AWSAccountIds, Actions } = input;
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(Label))
    throw invalidValue(Label, 'Label', 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length');
  checkActions(Actions);
  if (AWSAccountIds.length === 0 || AWSAccountIds.some((account) => !/^\d{12}$/.test(account)))
    throw invalidValue(`[${AWSAccountIds.join(', ')}]`, 'PrincipalId', 'Unable to verify.');
  const { policy, statements } = readPolicy(place);
  if (statements.some(({ Sid }) => Sid === Label)) throw invalidValue(Label, 'Label', 'Already exists.');
  if (statements.length >= MAX_STATEMENTS)
    throw fault('OverLimit', `${statements.length + 1} statements were found, maximum allowed is ${MAX_STATEMENTS}.`);
  const principals = AWSAccountIds.map((account) => `arn:${partitionOf(ctx.region)}:iam::${account}:root`);
  const added = {
    Sid: Label,
    Effect: 'Allow',
    Principal: { AWS: oneOrMore(principals) },
    Action: oneOrMore(Actions.map((action) => `SQS:${action}`)),
    Resource: arnOf(place.queue, place.there),
  };
  writePolicy(place, { ...policy, Statement: [...statements, added] });
});

export const RemovePermission = operation('RemovePermission', (input, ctx) => {
  const place = findQueue(input.QueueUrl, ctx);
  const { policy, statements } = readPolicy(place);
  const left = statements.filter(({ Sid }) => Sid !== input.Label);
  if (left.length === statements.length) throw invalidValue(input.Label, 'Label', "can't find label.");
  writePolicy(place, left.length === 0 ? undefined : { ...policy, Statement: left });
});

function checkActions(actions: readonly string[]): void {
  if (actions.length === 0) throw missingParameter('Actions');
  if (actions.length > MAX_ACTIONS) throw fault('OverLimit', `${actions.length} Actions were found, maximum allowed is ${MAX_ACTIONS}.`);
  for (const action of actions) {
    if (GRANTED.has(action)) continue;
    if (OWNERS_ONLY.has(action))
      throw invalidValue(`SQS:${action}`, 'ActionName', 'Only the queue owner is allowed to invoke this action.');
    throw invalidParameter(
      `Value SQS:${action} for parameter ActionName is invalid. Reason: Please refer to the appropriate WSDL for a list of valid actions. `,
    );
  }
}

const oneOrMore = (values: readonly string[]): string | readonly string[] => (values.length === 1 ? values[0]! : values);

function readPolicy({ there, queue }: LocatedQueue): { policy: Policy; statements: Statements } {
  const text = queue.settings['Policy'];
  if (text === undefined) return { policy: { Version: '2008-10-17', Id: `${arnOf(queue, there)}/SQSDefaultPolicy` }, statements: [] };
  const policy = JSON.parse(text) as Policy;
  const { Statement = [] } = policy;
  return { policy, statements: Array.isArray(Statement) ? (Statement as Statements) : [Statement as Statements[number]] };
}

function writePolicy({ there, queue }: LocatedQueue, policy: Policy | undefined): void {
  const { Policy: _, ...without } = queue.settings;
  const settings = policy ? { ...without, Policy: JSON.stringify(policy) } : without;
  const after: Frozen<Queue> = { ...queue, settings: settings as Queue['settings'], modifiedMs: there.now() };
  there.write((tx) => tx.put(there.records(queues), [queue.name], after));
}
