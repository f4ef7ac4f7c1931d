// Event `S3`: notifications of a bucket of the same template.
import { EventProblem, expectList, expectMap, invalidResource, ofResource } from '#sam/problems';
import { type MadeResource, redeclared } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, conditional, get, has, isBlock, isText, ref, type Value } from '#sam/values';
import { type EventSource, type EventTarget, permission, type SamEvent } from './event-source.ts';
import { checkBucketProperties } from './known-properties.ts';

export const s3: EventSource = {
  rules: { Bucket: 'str!', Events: '=str|[str]!', Filter: '{str}' },
  link: (event, there) => {
    bucketOf(event, there);
  },
  make: (event, target, there) => {
    const [id, bucket] = bucketOf(event, there);
    const allowed = permission(event.id, target, { principal: 's3.amazonaws.com', sourceAccount: ref('AWS::AccountId') });
    if (has(allowed.attributes, 'Condition')) dependByTag(bucket, id, allowed);
    else depend(bucket, event, allowed.id);
    addNotifications(bucket, id, event, target, there);
    checkBucketProperties(id, bucket);
    return [allowed, redeclared(id, bucket)];
  },
};

function bucketOf({ name, properties }: SamEvent, { declared }: Transformation): [id: string, bucket: Block] {
  const bucket = properties.Bucket;
  if (has(bucket, 'Ref')) {
    const id = (bucket as Block).Ref;
    if (!isText(id)) throw new EventProblem(name, "'Ref' value in S3 events is not a valid string.");
    const found = get(declared, id);
    if (isBlock(found)) return [id, found];
  }
  throw new EventProblem(name, 'S3 events must reference an S3 bucket in the same template.');
}

function depend(bucket: Block, event: SamEvent, id: string): void {
  const given = has(bucket, 'DependsOn') ? bucket.DependsOn! : [];
  const list = Array.isArray(given) ? given : [given];
  if (list.some((each) => !isText(each)))
    throw invalidResource(event.id, "Invalid type for field 'DependsOn'. Expected a string or list of strings.");
  bucket.DependsOn = list;
  if (!list.includes(id)) list.push(id);
}

/** A conditional permission cannot stand in `DependsOn`, so a tag of the bucket refers to it. */
function dependByTag(bucket: Block, id: string, allowed: MadeResource): void {
  bucket.Properties ??= {};
  const properties = bucket.Properties as Block;
  const tags = expectList(get(properties, 'Tags') ?? [], 'Tags', ofResource(id));
  properties.Tags = [
    ...tags,
    {
      Key: `sam:ConditionalDependsOn:${allowed.id}`,
      Value: conditional(allowed.attributes.Condition!, ref(allowed.id), 'no dependency'),
    },
  ];
}

function addNotifications(
  bucket: Block,
  id: string,
  { properties: event }: SamEvent,
  target: EventTarget,
  { budget }: Transformation,
): void {
  const properties = expectMap(bucket.Properties ?? {}, '', ofResource(id), 'Properties should be a map.');
  bucket.Properties = properties;
  const notifications = expectMap(get(properties, 'NotificationConfiguration') ?? {}, 'NotificationConfiguration', ofResource(id));
  properties.NotificationConfiguration = notifications;
  const entries = get(notifications, 'LambdaConfigurations') ?? [];
  if (!Array.isArray(entries)) throw invalidResource(id, 'Invalid type for LambdaConfigurations. Must be a list.');
  notifications.LambdaConfigurations = entries;
  for (const type of Array.isArray(event.Events) ? event.Events : [event.Events!]) {
    const entry: Block = { Function: target.arn, ...(event.Filter === undefined ? {} : { Filter: event.Filter }), Event: type };
    const made: Value = has(target.attributes, 'Condition') ? conditional(target.attributes.Condition!, entry) : entry;
    if (budget.isNew(entries, made, () => entries)) entries.push(made);
  }
}
