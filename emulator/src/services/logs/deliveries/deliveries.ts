// Deliveries: they take the logs of a source to a destination.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { type CreateDeliveryRequest, fault, operation, type UpdateDeliveryConfigurationRequest } from '#model/logs';
import { pageOfRecords } from '#services/logs/pages';
import { type DeliveryDestination, deliveries, deliveryDestinations, type LogDelivery } from '#services/logs/state';
import { LOG_TAGS } from '#services/logs/tag-rules';
import { deliveryArn } from './delivery-arns.ts';
import { noDeliveryDestination } from './delivery-destinations.ts';
import { findSource } from './delivery-sources.ts';
import { DELIVERED_LOGS } from './log-types.ts';
import { isSuffixPath } from './object-key.ts';

const ID_LENGTH = 16;
const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function find(id: string, ctx: Ctx): Frozen<LogDelivery> {
  const delivery = ctx.records(deliveries).get([id]);
  if (!delivery) throw noDelivery();
  return delivery;
}
const noDelivery = (): Fault => fault('ResourceNotFoundException', 'Requested Delivery does not exist in this account.');

export const CreateDelivery = operation('CreateDelivery', async (input, ctx) => {
  const { deliverySourceName: name, deliveryDestinationArn: destinationArn, tags } = input;
  const { service } = findSource(name, ctx);
  const destination = destinationAt(destinationArn, ctx);
  const isThere = ctx
    .records(deliveries)
    .range()
    .some((delivery) => delivery.source === name && delivery.destinationArn === destinationArn);
  if (isThere) throw fault('ConflictException', 'A delivery from this source to this destination exists already.');
  const id = ctx.random(ID_LENGTH, ID_LETTERS);
  const known = DELIVERED_LOGS[service];
  const isOfBucket = destination.type === 'S3';
  const delivery: LogDelivery = {
    ...configured(
      { recordFields: known?.recordFields, isHiveCompatible: false, ...(isOfBucket && { suffixPath: known?.suffixPath }) },
      input,
    ),
    source: name,
    destinationArn,
    destinationType: destination.type,
    tags: LOG_TAGS.ofNew(tags, ctx, deliveryArn(ctx, 'delivery', id)),
  };
  checkConfiguration(delivery, service);
  if (known?.allowedFields && destination.outputFormat === 'parquet')
    throw fault('ValidationException', 'Deliveries in the format parquet are not emulated.');
  if (destination.type === 'CWL') await tryGroup(destination.resourceArn, ctx);
  ctx.write((tx) => tx.put(ctx.records(deliveries), [id], delivery));
  return { delivery: describe(id, delivery, ctx) };
});

/** The group is not there yet, or was tried before. */
const UNTRIED = ['ResourceNotFoundException', 'ResourceAlreadyExistsException'];

/** A log group keeps the stream by which the service tries it (seen in public in 2026). A group that is not there yet is not tried. */
async function tryGroup(arn: string | undefined, ctx: Ctx): Promise<void> {
  const { account, region, resource = '' } = parseArn(arn ?? '') ?? {};
  const logGroupName = /^log-group:([^:*]+)/.exec(resource)?.[1];
  if (logGroupName === undefined) return;
  const stream = { logGroupName, logStreamName: 'log_stream_created_by_aws_to_validate_log_delivery_subscriptions' };
  await ctx.call('logs', 'CreateLogStream', stream, { account, region, isPlumbing: true }).catch((error: unknown) => {
    if (!(error instanceof Fault) || !UNTRIED.includes(error.code)) throw error;
  });
}

/** The destination, in this account or in one whose policy admits this account. */
function destinationAt(arn: string, ctx: Ctx): Frozen<DeliveryDestination> {
  const { service, account, region, resource } = parseArn(arn) ?? {};
  const name = service === 'logs' ? /^delivery-destination:(.+)$/.exec(resource ?? '')?.[1] : undefined;
  const destination = name === undefined ? undefined : ctx.in({ account, region }).records(deliveryDestinations).get([name]);
  if (!destination) throw noDeliveryDestination();
  if (account === ctx.account) return destination;
  const principal = { kind: 'account', arn: formatArn({ service: 'iam', region: '', account: ctx.account, resource: 'root' }) } as const;
  const request = { principal: { ...principal, account: ctx.account }, action: 'logs:CreateDelivery', resource: arn, context: {} };
  const { policy } = destination;
  if (policy === undefined || !decide(request, { resource: parsePolicy(policy), resourceMustAllow: true }).allowed)
    throw fault('AccessDeniedException', `The policy of ${arn} does not allow account ${ctx.account} to create a delivery.`);
  return destination;
}

type Configuration = Pick<LogDelivery, 'recordFields' | 'fieldDelimiter' | 'suffixPath' | 'isHiveCompatible'>;

/** The configuration with what a request changes of it. */
const configured = (
  before: Configuration,
  {
    recordFields,
    fieldDelimiter,
    s3DeliveryConfiguration: path,
  }: Pick<CreateDeliveryRequest, keyof UpdateDeliveryConfigurationRequest & keyof CreateDeliveryRequest>,
): Configuration => ({
  recordFields: recordFields ?? before.recordFields,
  fieldDelimiter: fieldDelimiter ?? before.fieldDelimiter,
  suffixPath: path?.suffixPath ?? before.suffixPath,
  isHiveCompatible: path?.enableHiveCompatiblePath ?? before.isHiveCompatible,
});

function checkConfiguration({ destinationType, suffixPath, isHiveCompatible, recordFields = [] }: LogDelivery, service: string): void {
  const { allowedFields, suffixFields } = DELIVERED_LOGS[service] ?? {};
  if (destinationType !== 'S3' && (suffixPath !== undefined || isHiveCompatible))
    throw fault('ValidationException', 's3DeliveryConfiguration is for deliveries to buckets.');
  if (suffixPath !== undefined && suffixFields && !isSuffixPath(suffixPath, suffixFields))
    throw fault('ValidationException', 'Provided suffixPath is invalid');
  const unknown = allowedFields && recordFields.find((name) => !allowedFields.includes(name));
  if (unknown !== undefined) throw fault('ValidationException', `Provided recordFields are invalid: there is no field ${unknown}.`);
}

export const UpdateDeliveryConfiguration = operation('UpdateDeliveryConfiguration', (input, ctx) => {
  const before = find(input.id, ctx);
  const delivery = { ...before, ...configured(before, input) };
  checkConfiguration(delivery, findSource(before.source, ctx).service);
  ctx.write((tx) => tx.put(ctx.records(deliveries), [input.id], delivery));
  return {};
});

export const GetDelivery = operation('GetDelivery', ({ id }, ctx) => ({ delivery: describe(id, find(id, ctx), ctx) }));

export const DescribeDeliveries = operation('DescribeDeliveries', (input, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(deliveries), [], input);
  return { deliveries: items.map(([[id], delivery]) => describe(id, delivery, ctx)), nextToken };
});

export const DeleteDelivery = operation('DeleteDelivery', ({ id }, ctx) => {
  find(id, ctx);
  ctx.write((tx) => tx.delete(ctx.records(deliveries), [id]));
});

function describe(id: string, delivery: Frozen<LogDelivery>, ctx: Ctx) {
  const { destinationType, recordFields, fieldDelimiter, suffixPath, isHiveCompatible: enableHiveCompatiblePath, tags } = delivery;
  return {
    id,
    arn: deliveryArn(ctx, 'delivery', id),
    deliverySourceName: delivery.source,
    deliveryDestinationArn: delivery.destinationArn,
    deliveryDestinationType: destinationType,
    ...(recordFields && { recordFields }),
    ...(fieldDelimiter !== undefined && { fieldDelimiter }),
    ...(destinationType === 'S3' && { s3DeliveryConfiguration: { suffixPath, enableHiveCompatiblePath } }),
    ...(tags.length > 0 && { tags: LOG_TAGS.list({ tags }) }),
  };
}
