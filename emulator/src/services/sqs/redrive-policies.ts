// The two JSON attributes of dead-letter queues: RedrivePolicy (of a source) and RedriveAllowPolicy (of a dead-letter queue).
import type { Fault } from '#core/fault';
import { readObject } from '#lib/json-object';
import { fault } from '#model/sqs';
import { invalidParameter, invalidValue } from './faults.ts';
import { looksLikeArn } from './queue-address.ts';

export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}
export interface RedriveAllowPolicy {
  readonly redrivePermission: 'allowAll' | 'denyAll' | 'byQueue';
  readonly sourceQueueArns: readonly string[];
}

/** Limit: maxReceiveCount of a redrive policy. */
const MAX_RECEIVES = 1000;
/** Limit: source queues that a redrive allow policy names. */
const MAX_SOURCES = 10;
const PERMISSIONS = ['allowAll', 'denyAll', 'byQueue'];

/** Throws the service's fault. An empty text means no policy. */
export function parseRedrivePolicy(text: string): RedrivePolicy | undefined {
  if (text === '') return undefined;
  const invalid = (reason: string): Fault => invalidValue(text, 'RedrivePolicy', reason);
  const policy = readObject(text);
  if (!policy) throw invalidParameter('Invalid value for the parameter RedrivePolicy. Reason: Redrive policy is not a valid JSON map.');
  if (Object.keys(policy).length === 0) return undefined;
  for (const name of ['maxReceiveCount', 'deadLetterTargetArn'])
    if (!Object.hasOwn(policy, name)) throw invalid(`Redrive policy does not contain mandatory attribute: ${name}.`);
  if (Object.keys(policy).length > 2) throw invalid('Only following attributes are supported: [deadLetterTargetArn, maxReceiveCount].');
  const { deadLetterTargetArn, maxReceiveCount } = policy;
  const count = typeof maxReceiveCount === 'string' && /^\d+$/.test(maxReceiveCount) ? Number(maxReceiveCount) : maxReceiveCount;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_RECEIVES)
    throw invalid(`Invalid value for maxReceiveCount: ${maxReceiveCount}, valid values are from 1 to 1000 both inclusive.`);
  if (typeof deadLetterTargetArn !== 'string' || !looksLikeArn(deadLetterTargetArn))
    throw invalid('Invalid value for deadLetterTargetArn.');
  return { deadLetterTargetArn, maxReceiveCount: count };
}

/** Throws the service's fault. An empty text means no policy. */
export function parseRedriveAllowPolicy(text: string): RedriveAllowPolicy | undefined {
  if (text === '') return undefined;
  const unsupported = (): Fault =>
    fault(
      'InvalidAttributeValue',
      "Invalid value for the parameter RedriveAllowPolicy. Reason: Amazon SQS can't create the redrive allow policy, as it’s in an unsupported format.",
    );
  const invalid = (reason: string): Fault =>
    invalidValue(text, 'RedriveAllowPolicy', `Amazon SQS can't create the redrive allow policy. ${reason}`);
  const policy = readObject(text);
  if (!policy) throw unsupported();
  const { redrivePermission, sourceQueueArns, ...more } = policy;
  if (typeof redrivePermission !== 'string' || !PERMISSIONS.includes(redrivePermission) || Object.keys(more).length > 0)
    throw unsupported();
  if (sourceQueueArns !== undefined && !isTexts(sourceQueueArns)) throw unsupported();
  const sources = sourceQueueArns ?? [];
  if (redrivePermission !== 'byQueue' && sourceQueueArns !== undefined)
    throw invalid('To specify one or more source queue ARNs, you must set redrivePermission to byQueue.');
  if (redrivePermission === 'byQueue' && sources.length === 0)
    throw invalid('When you specify the byQueue permission type, you must also specify one or more sourceQueueArns values.');
  if (sources.length > MAX_SOURCES) throw invalid('The maximum number of source queue ARNs you can specify is 10.');
  return { redrivePermission: redrivePermission as RedriveAllowPolicy['redrivePermission'], sourceQueueArns: sources };
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whether a source may use the queue with this RedriveAllowPolicy as its dead-letter queue. */
export function allowsSource(allowPolicy: string | undefined, sourceArn: string): boolean {
  const policy = parseRedriveAllowPolicy(allowPolicy ?? '');
  if (!policy || policy.redrivePermission === 'allowAll') return true;
  return policy.redrivePermission === 'byQueue' && policy.sourceQueueArns.includes(sourceArn);
}
