// Plans the deliveries to a rule's targets. One plan per rule serves all events, so an event costs little.

import type { DeliveredEvent, DeliveryRequest } from '#core/delivery/delivery';
import type { Destination, HttpDelivery } from '#core/delivery/destination';
import type { Frozen } from '#core/records';
import { followPath, parseInputPath } from '#lib/input-path';
import type { Target } from '#model/events';
import { httpMaker } from '#services/events/input/http-parameters';
import { inputMaker, type MakeInput } from '#services/events/input/target-input';

/** A whole event in the form that rules and targets see. */
export interface BusEvent extends DeliveredEvent {
  /** The envelope as JSON. */
  readonly text: string;
  readonly receivedMs: number;
}

export interface DeliveryPlan {
  readonly to: Destination;
  /** The message group of the target, whose events arrive in order. */
  readonly line: string | undefined;
  readonly makeInput: MakeInput;
  /** Makes the parts of a request to an HTTP endpoint other than the payload. */
  readonly makeHttp: ((event: BusEvent) => HttpDelivery) | undefined;
  /** The partition key of a record of a data stream, where it is not that of every event. */
  readonly makeKey: ((event: BusEvent) => string) | undefined;
}

const DATA_STREAM = /^arn:[^:]+:kinesis:/;
/** Limit: retries of a delivery whose target has no retry policy. */
const MAX_RETRIES = 185;
/** Limit: age of an event whose target has no retry policy. */
const MAX_AGE_SECONDS = 86_400;

export function planDeliveries(rule: { readonly name: string; readonly arn: string }, targets: readonly Frozen<Target>[]): DeliveryPlan[] {
  const service = { service: 'events.amazonaws.com', sourceArn: rule.arn };
  return targets.map((target) => {
    const { RetryPolicy: retry } = target;
    const to: Destination = {
      targetArn: target.Arn,
      // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-resource-based.html
      as: target.RoleArn === undefined ? service : { role: target.RoleArn },
      retry: {
        maxRetries: retry?.MaximumRetryAttempts ?? MAX_RETRIES,
        maxAgeMs: (retry?.MaximumEventAgeInSeconds ?? MAX_AGE_SECONDS) * 1000,
      },
      deadLetterArn: target.DeadLetterConfig?.Arn,
      parameters: parametersOf(target),
      about: { service: 'events', resource: `rule ${rule.name}`, resourceArn: rule.arn },
    };
    const line = to.parameters?.groupId === undefined ? undefined : `${rule.arn} ${target.Id}`;
    return { to, line, makeInput: inputMaker(target, rule), makeHttp: httpMaker(target.HttpParameters), makeKey: keyMaker(target) };
  });
}

function parametersOf({ SqsParameters: queue, AppSyncParameters: api }: Frozen<Target>): Destination['parameters'] {
  if (queue?.MessageGroupId !== undefined) return { groupId: queue.MessageGroupId };
  return api?.GraphQLOperation === undefined ? undefined : { graphqlOperation: api.GraphQLOperation };
}

/** By default an event's id is the key. A path that leads nowhere leads there, too. */
function keyMaker({ Arn, KinesisParameters: parameters }: Frozen<Target>): DeliveryPlan['makeKey'] {
  if (!DATA_STREAM.test(Arn)) return undefined;
  const path = parameters && parseInputPath(parameters.PartitionKeyPath);
  return ({ id, text }) => {
    const value = path && followPath(text, path);
    if (value === undefined || value === 'null') return id;
    return value.startsWith('"') ? (JSON.parse(value) as string) : value;
  };
}

/** The delivery of an event by this plan. Undefined if the target's transformer makes no JSON of it. */
export function deliveryOf({ to, line, makeInput, makeHttp, makeKey }: DeliveryPlan, event: BusEvent): DeliveryRequest | undefined {
  const payload = makeInput(event);
  if (payload === undefined) return undefined;
  const parameters = makeHttp ? { http: makeHttp(event) } : makeKey && { partitionKey: makeKey(event) };
  return { to, payload, parameters, line, event };
}
