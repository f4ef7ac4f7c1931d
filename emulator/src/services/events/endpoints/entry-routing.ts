// Where PutEvents sends entries that name a global endpoint. No health check fails here, so the primary region always takes them.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-ge-event-replication.html
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import { partsOf, wholeValue } from '#lib/json-slice';
import { eventsArn, parseBusArn } from '#services/events/arns';
import { invalid } from '#services/events/faults';
import type { BusEvent } from '#services/events/matching/delivery-plan';
import { endpointIds, endpoints } from '#services/events/state';
import { isReplicating } from './endpoints.ts';

/** The default retries of a rule's target: the cloud replicates with a managed rule. */
const RETRY = { maxRetries: 185, maxAgeMs: 86_400_000 };

export interface EndpointRoute {
  /** The context of the primary region. */
  readonly primary: Ctx;
  /** The name of the buses. */
  readonly bus: string;
  /** The delivery of an event to the secondary bus; undefined without replication. */
  replicate(event: BusEvent): DeliveryRequest | undefined;
}

/** @throws ValidationException if this account has no endpoint with this id */
export function routeOf(endpointId: string, ctx: Ctx): EndpointRoute {
  const home = ctx.records(endpointIds).get([endpointId]);
  const primary = home && ctx.in({ region: home.region });
  const endpoint = home && primary?.records(endpoints).get([home.name]);
  // No recording of this refusal was found: the sentence is ours.
  if (!primary || !endpoint) throw invalid(`Parameter EndpointId is not valid. Reason: Endpoint ${endpointId} does not exist.`);
  const secondaryArn = endpoint.busArns.find((arn) => parseBusArn(arn)?.region !== primary.region)!;
  const arn = eventsArn(primary, `endpoint/${endpoint.name}`);
  const to = {
    targetArn: secondaryArn,
    as: { service: 'events.amazonaws.com', sourceArn: arn },
    retry: RETRY,
    about: { service: 'events', resource: `endpoint ${endpoint.name}`, resourceArn: arn },
  };
  const isSent = isReplicating(endpoint);
  return {
    primary,
    bus: parseBusArn(secondaryArn)!.bus,
    replicate: (event) => (isSent ? { to, payload: withResource(event.text, arn), event } : undefined),
  };
}

/** A replicated event names the endpoint among its resources. */
function withResource(text: string, arn: string): string {
  for (const { key, start, end } of partsOf(text, wholeValue(text))) {
    if (key !== 'resources') continue;
    const [first] = partsOf(text, { start, end });
    return `${text.slice(0, end - 1)}${first ? ',' : ''}"${arn}"${text.slice(end - 1)}`;
  }
  return text;
}
