// The input of one attempt: keywords in it stand for facts of the run.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html

import { createHash } from 'node:crypto';
import type { RegionScope } from '#core/region-scope';
import { isoSeconds } from '#lib/iso-seconds';
import { table } from '#lib/table';
import type { Invocation } from './invocation.ts';

const ID_LENGTH = 16;

/** Sixteen hexadecimal digits, others for each attempt: its dead letter names the last one. */
export const executionId = (deliveryId: string, attempt: number): string =>
  createHash('sha256').update(`${deliveryId} ${attempt}`).digest('hex').slice(0, ID_LENGTH);

export interface Attempt extends RegionScope {
  readonly invocation: Invocation;
  readonly scheduleArn: string;
  readonly executionId: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** The input for the target, with its context attributes replaced. */
export function inputOf({ invocation, scheduleArn, executionId, attempt, account, region }: Attempt): string {
  const { input = defaultNotification(invocation, scheduleArn, { account, region }), scheduledMs } = invocation;
  const values: Readonly<Record<string, string>> = table({
    'schedule-arn': scheduleArn,
    'scheduled-time': isoSeconds(scheduledMs),
    'execution-id': executionId,
    'attempt-number': String(attempt),
  });
  return input.replaceAll(/<aws\.scheduler\.([a-z-]+)>/g, (keyword, name: string) => values[name] ?? keyword);
}

/** In the form in which functions of users received it; its detail is text. */
const defaultNotification = ({ id, scheduledMs }: Invocation, scheduleArn: string, { account, region }: RegionScope): string =>
  JSON.stringify({
    version: '0',
    id,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account,
    time: isoSeconds(scheduledMs),
    region,
    resources: [scheduleArn],
    detail: '{}',
  });
