// The outbox: deliveries that have not reached their targets yet. Written together with their cause, sent by `delivery/`.
import { collection } from '#core/records';
import type { Delivery, DeliveryRequest } from './delivery.ts';
import type { DeliveryParameters } from './destination.ts';
import { upgradeDelivery } from './upgrade-delivery.ts';

/** Deliveries by id; the due work holds the time of each. */
export const outbox = collection<[id: string], Delivery>('delivery.outbox', { version: 2, upgrade: upgradeDelivery });

/** Everything that the target receives besides the payload. */
export function parametersOf({ to, parameters, event }: DeliveryRequest): DeliveryParameters | undefined {
  if (parameters === undefined && event === undefined) return to.parameters;
  return {
    ...to.parameters,
    ...parameters,
    ...(event && { hops: event.hops }),
    ...(event?.traceHeader !== undefined && { traceHeader: event.traceHeader }),
  };
}
