// Reads deliveries of version 1 of the outbox: parameters named as a queue names them, attributes as bare texts.
import type { ServicePrincipal } from '#core/principal';
import type { Delivery } from './delivery.ts';
import type { DeliveryAbout, DeliveryParameters, MessageAttribute } from './destination.ts';

/** A record of version 1. */
export interface OldDelivery extends Omit<Delivery, 'as' | 'parameters' | 'about'> {
  readonly as: ServicePrincipal;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly about: Readonly<Record<string, string>>;
}

export const upgradeDelivery = ({ parameters, about, ...delivery }: OldDelivery): Delivery => ({
  ...delivery,
  parameters: upgradeParameters(parameters ?? {}, about),
  about: upgradeAbout(about, delivery.as),
});

function upgradeParameters(old: Readonly<Record<string, unknown>>, about: OldDelivery['about']): DeliveryParameters {
  const { MessageGroupId, MessageDeduplicationId, MessageAttributes, Subject, TraceHeader } = old;
  return {
    ...(typeof MessageGroupId === 'string' && { groupId: MessageGroupId }),
    ...(typeof MessageDeduplicationId === 'string' && { deduplicationId: MessageDeduplicationId }),
    ...(typeof MessageAttributes === 'object' && { attributes: upgradeAttributes(MessageAttributes as Record<string, string>) }),
    ...(typeof Subject === 'string' && { subject: Subject }),
    ...(typeof TraceHeader === 'string' && { traceHeader: TraceHeader }),
    ...(about['hops'] !== undefined && { hops: Number(about['hops']) }),
  };
}

const upgradeAttributes = (texts: Readonly<Record<string, string>>): Record<string, MessageAttribute> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, { type: 'String', value }]));

function upgradeAbout({ rule, ruleArn, bucket, event }: OldDelivery['about'], as: ServicePrincipal): DeliveryAbout {
  const resource = rule === undefined ? bucket && `bucket ${bucket}` : `rule ${rule}`;
  return {
    service: as.service.slice(0, as.service.indexOf('.')),
    resource: resource ?? as.sourceArn ?? as.service,
    resourceArn: ruleArn ?? as.sourceArn,
    ...(rule !== undefined && { eventId: event }),
  };
}
