// Destinations: streams to which subscription filters of other accounts may send events.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CrossAccountSubscriptions.html
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { readPolicy } from '#core/policy/checked-policy';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { formatArn, parseArn } from '#lib/arn';
import { fault, operation } from '#model/logs';
import { invalid } from '#services/logs/groups/find-group';
import { pageOfRecords } from '#services/logs/pages';
import { type Destination, destinations } from '#services/logs/state';
import { LOG_TAGS } from '#services/logs/tag-rules';
import { checkStream } from './check-stream.ts';

/** Limit: characters of the access policy of a destination. */
const MAX_CHARACTERS = 5120;

const noDestination = (): Fault => fault('ResourceNotFoundException', 'The specified destination does not exist.');

export const destinationArn = ({ account, region }: RegionScope, name: string): string =>
  formatArn({ service: 'logs', region, account, resource: `destination:${name}` });

/** The destination under an ARN of any account and region. */
export function destinationAt(arn: string, ctx: Ctx): Frozen<Destination> | undefined {
  const { service, account, region, resource } = parseArn(arn) ?? {};
  const name = service === 'logs' ? /^destination:(.+)$/.exec(resource ?? '')?.[1] : undefined;
  return name === undefined ? undefined : ctx.in({ account, region }).records(destinations).get([name]);
}

/** Whether the owner of the destination lets filters of this account send to it. */
export function admits({ accessPolicy }: Frozen<Destination>, arn: string, { account }: Ctx): boolean {
  if (parseArn(arn)?.account === account) return true;
  if (accessPolicy === undefined) return false;
  const principal = { kind: 'account', arn: formatArn({ service: 'iam', region: '', account, resource: 'root' }), account } as const;
  const request = { principal, action: 'logs:PutSubscriptionFilter', resource: arn, context: { 'aws:PrincipalAccount': account } };
  return decide(request, { resource: parsePolicy(accessPolicy), resourceMustAllow: true }).allowed;
}

export const PutDestination = operation('PutDestination', async (input, ctx) => {
  const { destinationName: name, targetArn, roleArn, tags } = input;
  const service = parseArn(targetArn)?.service;
  if (service !== 'kinesis' && service !== 'firehose')
    throw invalid(`PutDestination operation cannot work with targetArn for vendor ${service ?? ''}`);
  await checkStream(targetArn, name, roleArn, ctx);
  const records = ctx.records(destinations);
  const before = records.get([name]);
  const kept = before?.tags ?? LOG_TAGS.ofNew(tags, ctx, destinationArn(ctx, name));
  const destination: Destination = { ...before, name, createdMs: before?.createdMs ?? ctx.now(), targetArn, roleArn, tags: kept };
  ctx.write((tx) => tx.put(records, [name], destination));
  return { destination: describe(destination, ctx) };
});

export const PutDestinationPolicy = operation('PutDestinationPolicy', ({ destinationName: name, accessPolicy }, ctx) => {
  const destination = ctx.records(destinations).get([name]);
  if (!destination) throw noDestination();
  if (accessPolicy.length > MAX_CHARACTERS) throw invalid(`The access policy exceeds the limit of ${MAX_CHARACTERS} characters.`);
  readPolicy(accessPolicy, ({ message }) => invalid(`Invalid access policy: ${message}`));
  ctx.write((tx) => tx.put(ctx.records(destinations), [name], { ...destination, accessPolicy }));
});

export const DescribeDestinations = operation('DescribeDestinations', (input, ctx) => {
  const { items, nextToken } = pageOfRecords(ctx.records(destinations), [], input, { startsWith: input.DestinationNamePrefix });
  return { destinations: items.map(([, destination]) => describe(destination, ctx)), nextToken };
});

/** Subscription filters that lead to the destination deliver nothing from now on, as the documentation says. */
export const DeleteDestination = operation('DeleteDestination', ({ destinationName: name }, ctx) => {
  if (!ctx.records(destinations).has([name])) throw noDestination();
  ctx.write((tx) => tx.delete(ctx.records(destinations), [name]));
});

const describe = ({ name, createdMs, targetArn, roleArn, accessPolicy }: Frozen<Destination>, ctx: Ctx) => ({
  destinationName: name,
  arn: destinationArn(ctx, name),
  targetArn,
  roleArn,
  ...(accessPolicy !== undefined && { accessPolicy }),
  creationTime: createdMs,
});
