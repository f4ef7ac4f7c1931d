// Delivery sources: resources of other services whose logs are delivered. Event buses must be there; resources of services that are not emulated are not looked up.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault, operation } from '#model/logs';
import { pageOfRecords } from '#services/logs/pages';
import { type DeliverySource, deliveries, deliverySources } from '#services/logs/state';
import { LOG_TAGS } from '#services/logs/tag-rules';
import { deliveryArn } from './delivery-arns.ts';
import { DELIVERED_LOGS } from './log-types.ts';

const noSource = (): Fault => fault('ResourceNotFoundException', 'Requested Delivery Source does not exist in this account.');

export function findSource(name: string, ctx: Ctx): Frozen<DeliverySource> {
  const source = ctx.records(deliverySources).get([name]);
  if (!source) throw noSource();
  return source;
}

export const PutDeliverySource = operation('PutDeliverySource', async (input, ctx) => {
  const { name, resourceArn, logType, tags } = input;
  const service = parseArn(resourceArn)?.service ?? '';
  const known = DELIVERED_LOGS[service];
  if (!known) throw fault('ResourceNotFoundException', 'Cannot access provided service.');
  if (!known.types.includes(logType))
    throw fault('ValidationException', `Resources of ${service} send no ${logType}: logType can be ${known.types.join(', ')}.`);
  if (service === 'events') await checkBus(resourceArn, ctx);
  const before = ctx.records(deliverySources).get([name]);
  const source: DeliverySource = {
    name,
    resourceArn,
    service,
    logType,
    configuration: input.deliverySourceConfiguration ?? before?.configuration,
    tags: before?.tags ?? LOG_TAGS.ofNew(tags, ctx, deliveryArn(ctx, 'delivery-source', name)),
  };
  ctx.write((tx) => tx.put(ctx.records(deliverySources), [name], source));
  return { deliverySource: describe(source, ctx) };
});

/** @throws Fault for an ARN that is none of a bus of this account, or of a bus that does not exist */
async function checkBus(resourceArn: string, ctx: Ctx): Promise<void> {
  const { account, region, resource = '' } = parseArn(resourceArn) ?? {};
  const name = /^event-bus\/(.+)$/.exec(resource)?.[1];
  if (name === undefined || account !== ctx.account || region !== ctx.region)
    throw fault('ValidationException', `${resourceArn} is no event bus of this account and region.`);
  await ctx.call('events', 'DescribeEventBus', { Name: name }, { isPlumbing: true }).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    throw fault('ResourceNotFoundException', `Cannot access provided resource: ${error.message}`);
  });
}

export const GetDeliverySource = operation('GetDeliverySource', ({ name }, ctx) => ({
  deliverySource: describe(findSource(name, ctx), ctx),
}));

export const DescribeDeliverySources = operation('DescribeDeliverySources', (input, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(deliverySources), [], input);
  return { deliverySources: items.map(([, source]) => describe(source, ctx)), nextToken };
});

export const DeleteDeliverySource = operation('DeleteDeliverySource', ({ name }, ctx) => {
  findSource(name, ctx);
  const isUsed = ctx
    .records(deliveries)
    .range()
    .some(({ source }) => source === name);
  if (isUsed) throw fault('ConflictException', 'The delivery source is in use: delete its deliveries first.');
  ctx.write((tx) => tx.delete(ctx.records(deliverySources), [name]));
});

const describe = ({ name, resourceArn, service, logType, configuration, tags }: Frozen<DeliverySource>, ctx: Ctx) => ({
  name,
  arn: deliveryArn(ctx, 'delivery-source', name),
  resourceArns: [resourceArn],
  service,
  logType,
  ...(configuration && { deliverySourceConfiguration: configuration }),
  ...(tags.length > 0 && { tags: LOG_TAGS.list({ tags }) }),
});
