// The attributes that clients set: which exist for which kind of queue, their values, their defaults.
import { readPolicy } from '#core/policy/checked-policy';
import { table } from '#lib/table';
import { fault } from '#model/sqs';
import { unknownAttribute } from './faults.ts';
import { parseRedriveAllowPolicy, parseRedrivePolicy } from './redrive-policies.ts';
import type { QueueSettings } from './state.ts';

/** Limit: bytes of a message, and of all messages of a batch together. */
export const MAX_MESSAGE_BYTES = 1_048_576;
/** Limit: statements of a queue's policy. */
const MAX_STATEMENTS = 20;

type Check = (value: string, name: string) => void;

const invalid = (name: string, reason = '') =>
  fault('InvalidAttributeValue', `Invalid value for the parameter ${name}.${reason && ` Reason: ${reason}`}`);
const whole =
  (least: number, most: number): Check =>
  (value, name) => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most) throw invalid(name);
  };
const oneOf =
  (...values: string[]): Check =>
  (value, name) => {
    if (!values.includes(value)) throw invalid(name);
  };
/** Letter case does not matter (recorded: `"True"`). The value is stored in lower case. */
const flag: Check = (value, name) => {
  if (!isFlag(value)) throw invalid(name);
};
const isFlag = (value: string): boolean => ['true', 'false'].includes(value.toLowerCase());
const FLAGS = ['ContentBasedDeduplication', 'FifoQueue', 'SqsManagedSseEnabled'];
const anything: Check = () => undefined;

function checkPolicy(value: string, name: string): void {
  if (value === '') return;
  const { statements } = readPolicy(value, () => invalid(name));
  if (statements.length > MAX_STATEMENTS)
    throw fault('OverLimit', `${statements.length} statements were found, maximum allowed is ${MAX_STATEMENTS}.`);
}

const EVERY_QUEUE: Readonly<Record<string, Check>> = table({
  DelaySeconds: whole(0, 900),
  MaximumMessageSize: whole(1024, MAX_MESSAGE_BYTES),
  MessageRetentionPeriod: whole(60, 1_209_600),
  ReceiveMessageWaitTimeSeconds: whole(0, 20),
  VisibilityTimeout: whole(0, 43_200),
  Policy: checkPolicy,
  RedrivePolicy: parseRedrivePolicy,
  RedriveAllowPolicy: parseRedriveAllowPolicy,
  KmsMasterKeyId: anything,
  KmsDataKeyReusePeriodSeconds: whole(60, 86_400),
  SqsManagedSseEnabled: flag,
});
const FIFO_QUEUE: Readonly<Record<string, Check>> = table({
  ContentBasedDeduplication: flag,
  DeduplicationScope: oneOf('queue', 'messageGroup'),
  FifoThroughputLimit: oneOf('perQueue', 'perMessageGroupId'),
});

/** An empty text removes these attributes. */
const REMOVABLE = ['Policy', 'RedrivePolicy', 'RedriveAllowPolicy', 'KmsMasterKeyId'];

export const DEFAULTS: QueueSettings = {
  DelaySeconds: '0',
  MaximumMessageSize: String(MAX_MESSAGE_BYTES),
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  VisibilityTimeout: '30',
  SqsManagedSseEnabled: 'true',
};
export const FIFO_DEFAULTS: QueueSettings = {
  ...DEFAULTS,
  FifoQueue: 'true',
  ContentBasedDeduplication: 'false',
  DeduplicationScope: 'queue',
  FifoThroughputLimit: 'perQueue',
};

/** Throws unless every attribute may be set on this kind of queue, with that value. */
export function checkSettings(given: QueueSettings, fifo: boolean): void {
  for (const [name, value] of Object.entries(given)) {
    if (name === 'FifoQueue') {
      if (!fifo) throw unknownAttribute(name);
      if (value.toLowerCase() !== 'true') throw invalid(name, 'Modifying queue type is not supported.');
      continue;
    }
    const check = Object.hasOwn(EVERY_QUEUE, name)
      ? EVERY_QUEUE[name]
      : fifo && Object.hasOwn(FIFO_QUEUE, name)
        ? FIFO_QUEUE[name]
        : undefined;
    if (!check) throw notForThisQueue(name);
    check(value, name);
  }
}

const notForThisQueue = (name: string) =>
  name === 'DeduplicationScope' || name === 'FifoThroughputLimit'
    ? fault('InvalidAttributeName', `You can specify the ${name} only when FifoQueue is set to true.`)
    : unknownAttribute(name);

/** The given settings as they are stored: flags in lower case, a redrive policy compact and with a number. Call `checkSettings` before. */
export function normalSettings(given: QueueSettings): QueueSettings {
  const normal: Record<string, string> = table({ ...given });
  for (const name of FLAGS) if (normal[name] !== undefined) normal[name] = normal[name].toLowerCase();
  const redrive = parseRedrivePolicy(normal['RedrivePolicy'] ?? '');
  if (redrive) normal['RedrivePolicy'] = JSON.stringify(redrive);
  return normal;
}

/** The settings after a change that `checkSettings` has accepted. */
export function changeSettings(before: QueueSettings, asSent: QueueSettings): QueueSettings {
  const given = normalSettings(asSent);
  const after: Record<string, string> = table({ ...before, ...given });
  for (const name of REMOVABLE) if (after[name] === '') delete after[name];
  if (after['RedrivePolicy'] !== undefined && !parseRedrivePolicy(after['RedrivePolicy'])) delete after['RedrivePolicy'];
  encrypt(after, given);
  if (after['FifoThroughputLimit'] === 'perMessageGroupId' && after['DeduplicationScope'] !== 'messageGroup')
    throw invalid(
      'FifoThroughputLimit',
      'The perMessageGroupId value is allowed only when the value for DeduplicationScope is messageGroup.',
    );
  return after;
}

function encrypt(after: Record<string, string>, given: QueueSettings): void {
  const key = after['KmsMasterKeyId'];
  if (key !== undefined && given['SqsManagedSseEnabled'] === 'true')
    throw fault(
      'InvalidAttributeName',
      'You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE or SQS SSE.',
    );
  if (key !== undefined) {
    after['SqsManagedSseEnabled'] = 'false';
    after['KmsDataKeyReusePeriodSeconds'] ??= '300';
  } else if (given['KmsMasterKeyId'] === '') delete after['KmsDataKeyReusePeriodSeconds'];
}

/** The first attribute in which a CreateQueue request differs from the existing queue. */
export function differing(existing: QueueSettings, given: QueueSettings): string | undefined {
  const normal = normalSettings(given);
  return Object.keys(normal).find((name) => (existing[name] ?? '') !== normal[name]);
}

export const secondsMs = (settings: QueueSettings, name: string): number => Number(settings[name] ?? 0) * 1000;
