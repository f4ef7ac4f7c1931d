// Delivery destinations: buckets, log groups and delivery streams to which logs of other services are taken, with the policies of their owners.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { readPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { table } from '#lib/table';
import { fault, operation, type PutDeliveryDestinationRequest } from '#model/logs';
import { pageOfRecords } from '#services/logs/pages';
import { type DeliveryDestination, type DeliveryDestinationType, deliveries, deliveryDestinations } from '#services/logs/state';
import { LOG_TAGS } from '#services/logs/tag-rules';
import { deliveryArn } from './delivery-arns.ts';

/** The kind of a destination by the service of its resource. */
const TYPES: Readonly<Record<string, DeliveryDestinationType>> = table({ s3: 'S3', logs: 'CWL', firehose: 'FH' });

export const noDeliveryDestination = (): Fault =>
  fault('ResourceNotFoundException', 'Requested Delivery Destination does not exist in this account.');

function find(name: string, ctx: Ctx): Frozen<DeliveryDestination> {
  const destination = ctx.records(deliveryDestinations).get([name]);
  if (!destination) throw noDeliveryDestination();
  return destination;
}

export const PutDeliveryDestination = operation('PutDeliveryDestination', (input, ctx) => {
  const { name, outputFormat, tags } = input;
  const resourceArn = input.deliveryDestinationConfiguration?.destinationResourceArn;
  const type = typeOf(input, resourceArn);
  const before = ctx.records(deliveryDestinations).get([name]);
  const destination: DeliveryDestination = {
    name,
    type,
    resourceArn,
    outputFormat: outputFormat ?? before?.outputFormat,
    policy: before?.policy,
    tags: before?.tags ?? LOG_TAGS.ofNew(tags, ctx, deliveryArn(ctx, 'delivery-destination', name)),
  };
  ctx.write((tx) => tx.put(ctx.records(deliveryDestinations), [name], destination));
  // The answer to the call has no tags (recorded in February 2026).
  return { deliveryDestination: describe({ ...destination, tags: [] }, ctx) };
});

function typeOf(
  { deliveryDestinationType: given }: PutDeliveryDestinationRequest,
  resourceArn: string | undefined,
): DeliveryDestinationType {
  if (resourceArn === undefined) {
    if (given === 'XRAY') return 'XRAY';
    throw fault('ValidationException', 'deliveryDestinationConfiguration must name the resource to which logs are delivered.');
  }
  const type = TYPES[parseArn(resourceArn)?.service ?? ''];
  if (!type || (given !== undefined && given !== type))
    throw fault('ValidationException', `${resourceArn} is no bucket, log group or delivery stream to which logs can be delivered.`);
  return type;
}

export const GetDeliveryDestination = operation('GetDeliveryDestination', ({ name }, ctx) => ({
  deliveryDestination: describe(find(name, ctx), ctx),
}));

export const DescribeDeliveryDestinations = operation('DescribeDeliveryDestinations', (input, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(deliveryDestinations), [], input);
  return { deliveryDestinations: items.map(([, destination]) => describe(destination, ctx)), nextToken };
});

export const DeleteDeliveryDestination = operation('DeleteDeliveryDestination', ({ name }, ctx) => {
  find(name, ctx);
  const arn = deliveryArn(ctx, 'delivery-destination', name);
  const isUsed = ctx
    .records(deliveries)
    .range()
    .some(({ destinationArn }) => destinationArn === arn);
  if (isUsed) throw fault('ConflictException', 'The delivery destination is in use: delete its deliveries first.');
  ctx.write((tx) => tx.delete(ctx.records(deliveryDestinations), [name]));
});

export const PutDeliveryDestinationPolicy = operation('PutDeliveryDestinationPolicy', (input, ctx) => {
  const { deliveryDestinationName: name, deliveryDestinationPolicy: policy } = input;
  const destination = find(name, ctx);
  readPolicy(policy, ({ message }) => fault('ValidationException', `Invalid delivery destination policy: ${message}`));
  ctx.write((tx) => tx.put(ctx.records(deliveryDestinations), [name], { ...destination, policy }));
  return { policy: { deliveryDestinationPolicy: policy } };
});

export const GetDeliveryDestinationPolicy = operation('GetDeliveryDestinationPolicy', ({ deliveryDestinationName }, ctx) => {
  const { policy } = find(deliveryDestinationName, ctx);
  return { policy: policy === undefined ? {} : { deliveryDestinationPolicy: policy } };
});

export const DeleteDeliveryDestinationPolicy = operation('DeleteDeliveryDestinationPolicy', ({ deliveryDestinationName: name }, ctx) => {
  const { policy: _, ...open } = find(name, ctx);
  ctx.write((tx) => tx.put(ctx.records(deliveryDestinations), [name], open));
});

const describe = ({ name, type, resourceArn, outputFormat, tags }: Frozen<DeliveryDestination>, ctx: Ctx) => ({
  name,
  arn: deliveryArn(ctx, 'delivery-destination', name),
  deliveryDestinationType: type,
  ...(outputFormat !== undefined && { outputFormat }),
  ...(resourceArn !== undefined && { deliveryDestinationConfiguration: { destinationResourceArn: resourceArn } }),
  ...(tags.length > 0 && { tags: LOG_TAGS.list({ tags }) }),
});
