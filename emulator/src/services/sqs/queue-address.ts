// Queue URLs and ARNs. Only the account and the name of a URL count: clients may reach the emulator under any host.

export interface QueueAddress {
  readonly account: string | undefined;
  readonly name: string;
}
export interface QueueArn {
  readonly region: string;
  readonly account: string;
  readonly name: string;
}

const URL_FORM = /^(?:https?:\/\/[^/]+)?\/?(?:[^/]+\/)*?(\d{12})\/([A-Za-z0-9_-]+(?:\.fifo)?)\/?$/;
const BARE_NAME = /^[A-Za-z0-9_-]{1,80}(?:\.fifo)?$/;
const ARN_FORM = /^arn:aws[a-z-]*:sqs:([a-z0-9-]+):(\d{12}):([A-Za-z0-9_-]+(?:\.fifo)?)$/;
const ARN_LIKE = /^arn:[^:]+:[^:]+:[^:]+:[^:]+:.+$/;

export const queueUrl = (origin: string, account: string, name: string): string => `${origin}/${account}/${name}`;

/** A bare name means a queue of the caller's account, as in the real service. */
export function parseQueueUrl(url: string): QueueAddress | undefined {
  const parts = URL_FORM.exec(url);
  if (parts) return { account: parts[1]!, name: parts[2]! };
  return BARE_NAME.test(url) ? { account: undefined, name: url } : undefined;
}

export const partitionOf = (region: string): string =>
  region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
export const queueArn = (region: string, account: string, name: string): string =>
  `arn:${partitionOf(region)}:sqs:${region}:${account}:${name}`;

export function parseQueueArn(arn: string): QueueArn | undefined {
  const parts = ARN_FORM.exec(arn);
  return parts ? { region: parts[1]!, account: parts[2]!, name: parts[3]! } : undefined;
}
export const looksLikeArn = (text: string): boolean => ARN_LIKE.test(text);
