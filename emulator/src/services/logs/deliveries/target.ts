// Logs of services as a target: their records go on to the destinations of all deliveries whose source is that resource and that type.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Destination } from '#core/delivery/destination';
import type { Target } from '#core/delivery/target';
import type { Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { deliveries, deliveryDestinations, deliverySources } from '#services/logs/state';
import { deliveryArn } from './delivery-arns.ts';
import { parseVendedArn } from './vended-arn.ts';

const DAY_MS = 86_400_000;
const RETRY = { maxRetries: 185, maxAgeMs: DAY_MS };

/** A record of a log: its time, and its fields by name. */
export type VendedRecord = readonly [timestampMs: number, fields: Readonly<Record<string, unknown>>];

/** The payload of a delivery to one destination. */
export interface LogBatch {
  readonly deliveryId: string;
  readonly records: readonly VendedRecord[];
}

export const target: Target = {
  acceptInWrite: (requests, tx, ctx) => {
    for (const { to, payload } of requests) forward(to, payload, tx, ctx);
    return true;
  },
  send: (delivery, ctx) => {
    ctx.write((tx) => forward(delivery, delivery.payload, tx, ctx));
    return Promise.resolve();
  },
};

/** Logs that no delivery asks for are gone, and so is what another resource sends: a rule, whose target a client chose. */
function forward({ targetArn, as }: Pick<Destination, 'targetArn' | 'as'>, payload: string, tx: Tx, ctx: Ctx): void {
  const { logType, resourceArn } = parseVendedArn(targetArn) ?? {};
  if (resourceArn === undefined || 'role' in as || as.sourceArn !== resourceArn) return;
  const names = ctx
    .records(deliverySources)
    .range()
    .flatMap((source) => (source.resourceArn === resourceArn && source.logType === logType ? [source.name] : []));
  if (names.length === 0) return;
  const records = JSON.parse(payload) as VendedRecord[];
  const requests: DeliveryRequest[] = [];
  for (const [[deliveryId], { source, destinationArn }] of ctx.records(deliveries).entries()) {
    const end = names.includes(source) ? resourceAt(destinationArn, ctx) : undefined;
    if (end === undefined) continue;
    const to = {
      targetArn: end,
      as: { service: 'delivery.logs.amazonaws.com', sourceArn: deliveryArn(ctx, 'delivery-source', source), sourceAccount: ctx.account },
      retry: RETRY,
      sentBySender: true as const,
      about: { service: 'logs', resource: `delivery ${deliveryId} of ${source}`, resourceArn },
    };
    const batch: LogBatch = { deliveryId, records };
    requests.push({ to, payload: JSON.stringify(batch) });
  }
  if (requests.length > 0) ctx.deliver(tx, requests);
}

/** The ARN of what a destination names; undefined for a destination that is gone, or has none. */
function resourceAt(destinationArn: string, ctx: Ctx): string | undefined {
  const { account, region, resource = '' } = parseArn(destinationArn) ?? {};
  const name = resource.slice(resource.indexOf(':') + 1);
  return ctx.in({ account, region }).records(deliveryDestinations).get([name])?.resourceArn;
}
