// A bucket's notification configuration. Destinations are tried when they are put, as the real service does.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import { fault, type NotificationConfiguration, type NotificationConfigurationFilter, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf, putConfig, type StoredNotification } from '#services/s3/bucket-configs';
import { invalidArgument } from '#services/s3/faults';
import { bucketArn, type LocatedBucket } from '#services/s3/located-bucket';
import { destinationsOf } from './announce.ts';
import { kindsNamed } from './event-kinds.ts';
import { keyFilterOf, overlap } from './filter.ts';

export const GetBucketNotificationConfiguration = operation(
  'GetBucketNotificationConfiguration',
  (input, ctx) => configOf(findBucket(input, ctx), 'notification') ?? {},
);

export const PutBucketNotificationConfiguration = operation('PutBucketNotificationConfiguration', async (input, ctx) => {
  const found = findBucket(input, ctx);
  const config = withIds(input.NotificationConfiguration ?? {}, ctx);
  checkArns(config);
  checkRules(config);
  if (!input.SkipDestinationValidation) await checkDestinations(config, found, ctx);
  putConfig(findBucket(input, ctx), 'notification', config);
});

const RULE_NAMES: Readonly<Record<string, string>> = table({ prefix: 'Prefix', suffix: 'Suffix' });

/** Gives configurations without an id a random one. */
function withIds(given: NotificationConfiguration, ctx: Ctx): StoredNotification {
  const named = <T extends { readonly Id?: string | undefined; readonly Filter?: NotificationConfigurationFilter | undefined }>(
    list: readonly T[] | undefined,
  ) => (list?.length ? list.map((each) => withRuleNames({ ...each, Id: each.Id || ctx.random(48) })) : undefined);
  const lists = {
    TopicConfigurations: named(given.TopicConfigurations),
    QueueConfigurations: named(given.QueueConfigurations),
    LambdaFunctionConfigurations: named(given.LambdaFunctionConfigurations),
  };
  return { ...lists, ...(given.EventBridgeConfiguration ? { EventBridgeConfiguration: {} } : {}) };
}

/** Rules are shown with a capital, however they were written (recorded in 2025). */
function withRuleNames<T extends { readonly Filter?: NotificationConfigurationFilter | undefined }>(each: T): T {
  const rules = each.Filter?.Key?.FilterRules;
  if (!rules) return each;
  const named = rules.map((rule) => (rule.Name === undefined ? rule : { ...rule, Name: RULE_NAMES[rule.Name.toLowerCase()] ?? rule.Name }));
  return { ...each, Filter: { Key: { FilterRules: named } } };
}

function checkRules(config: StoredNotification): void {
  const all = destinationsOf(config);
  for (const { Events, Filter } of all) {
    if (!Events?.length) throw invalidArgument('Missing required parameter Events', 'Event', 'null');
    for (const event of Events)
      if (kindsNamed(event).length === 0) throw invalidArgument(`The event '${event}' is not supported for notifications`, 'Event', event);
    keyFilterOf(Filter);
  }
  const ids = all.map(({ Id }) => Id);
  if (new Set(ids).size < ids.length) throw invalidArgument('Same ID used for multiple configurations. IDs must be unique');
  for (const [i, one] of all.entries())
    for (const other of all.slice(i + 1))
      if (overlap(one, other))
        throw invalidArgument(
          'Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping for the same event type.',
        );
}

/** Checked even where `SkipDestinationValidation` is set. */
function checkArns(config: StoredNotification): void {
  for (const { QueueArn } of config.QueueConfigurations ?? []) parseDestination(QueueArn, 'sqs', 'Queue');
  for (const { LambdaFunctionArn } of config.LambdaFunctionConfigurations ?? [])
    parseDestination(LambdaFunctionArn, 'lambda', 'CloudFunction');
  for (const { TopicArn } of config.TopicConfigurations ?? []) parseDestination(TopicArn, 'sns', 'Topic');
}

function parseDestination(arn: string, service: string, kind: string) {
  const [head, , actual, region, account, ...rest] = arn.split(':');
  if (head !== 'arn' || actual !== service || !account || rest.length === 0)
    throw invalidArgument('The ARN could not be parsed', kind, arn);
  return { region, account, name: rest.join(':') };
}

interface Unreachable {
  readonly name: string;
  readonly why: string;
}

/** Tries all destinations; the error names every destination that cannot be reached, numbered from 1. */
async function checkDestinations(config: StoredNotification, found: LocatedBucket, ctx: Ctx): Promise<void> {
  const problems: (Unreachable | undefined)[] = [];
  for (const { QueueArn } of config.QueueConfigurations ?? []) problems.push(await tryQueue(QueueArn, found, ctx));
  for (const { LambdaFunctionArn } of config.LambdaFunctionConfigurations ?? [])
    problems.push(await tryFunction(LambdaFunctionArn, found, ctx));
  for (const { TopicArn } of config.TopicConfigurations ?? []) problems.push(await tryTopic(TopicArn, found, ctx));
  const members = problems
    .filter((problem) => problem !== undefined)
    .flatMap(({ name, why }, index) => [
      [`ArgumentName${index + 1}`, name],
      [`ArgumentValue${index + 1}`, why],
    ]);
  if (members.length > 0)
    throw fault('InvalidArgument', 'Unable to validate the following destination configurations', Object.fromEntries(members));
}

/** Set where the destination lies in another region than the bucket. */
const elsewhere = (arn: string, region: string | undefined, { bucket }: LocatedBucket): Unreachable | undefined =>
  region === bucket.region
    ? undefined
    : { name: arn, why: 'The notification destination service region is not valid for the bucket location constraint' };

const asBucket = ({ bucket }: LocatedBucket) => ({
  service: 's3.amazonaws.com',
  sourceArn: bucketArn(bucket.name),
  sourceAccount: bucket.account,
});

const testEvent = ({ bucket }: LocatedBucket, ctx: Ctx): string =>
  JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date(ctx.now()).toISOString(),
    Bucket: bucket.name,
    RequestId: ctx.requestId,
    HostId: `${ctx.requestId}/${ctx.trace.id}`,
  });

/** Sends the test message, which is the first message that a queue gets. */
async function tryQueue(arn: string, found: LocatedBucket, ctx: Ctx): Promise<Unreachable | undefined> {
  const { account, region, name } = parseDestination(arn, 'sqs', 'Queue');
  const wrong = elsewhere(arn, region, found);
  if (wrong) return wrong;
  if (name.endsWith('.fifo'))
    return { name: arn, why: 'The destination queue is a FIFO queue: bucket notifications are not supported there' };
  const place = { account, region, as: asBucket(found) };
  return attempt(
    arn,
    ctx.call('sqs', 'SendMessage', { QueueUrl: `${ctx.origin}/${account}/${name}`, MessageBody: testEvent(found, ctx) }, place),
    'The destination queue does not exist',
    'Permissions on the destination queue do not allow S3 to publish notifications from this bucket',
  );
}

/** A function that does not exist is reported as a function that may not be invoked. */
async function tryFunction(arn: string, found: LocatedBucket, ctx: Ctx): Promise<Unreachable | undefined> {
  const { account, region } = parseDestination(arn, 'lambda', 'CloudFunction');
  const wrong = elsewhere(arn, region, found);
  if (wrong) return wrong;
  const place = { account, region, as: asBucket(found) };
  const refused = `Not authorized to invoke function [${arn}]`;
  return attempt(`${arn}, null`, ctx.call('lambda', 'Invoke', { FunctionName: arn, InvocationType: 'DryRun' }, place), refused, refused);
}

async function tryTopic(arn: string, found: LocatedBucket, ctx: Ctx): Promise<Unreachable | undefined> {
  const { account, region } = parseDestination(arn, 'sns', 'Topic');
  const wrong = elsewhere(arn, region, found);
  if (wrong) return wrong;
  const place = { account, region, as: asBucket(found) };
  return attempt(
    arn,
    ctx.call('sns', 'Publish', { TopicArn: arn, Message: testEvent(found, ctx), Subject: 'Amazon S3 Notification' }, place),
    'The destination topic does not exist',
    'Permissions on the destination topic do not allow S3 to publish notifications from this bucket',
  );
}

async function attempt(name: string, call: Promise<unknown>, missing: string, refused: string): Promise<Unreachable | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const code = error instanceof Error ? error.name : '';
    if (/NotFound|NonExistent|DoesNotExist/.test(code)) return { name, why: missing };
    if (/AccessDenied|Authorization/.test(code)) return { name, why: refused };
    if (/NotImplemented|UnknownOperation/.test(code)) return { name, why: (error as Error).message };
    throw error;
  }
}
