// A bucket's configurations in templates: converts each to the API's form, puts it and deletes it.

import type { Properties, Value } from '#core/resources/resource-handlers';
import { changed, flag, list, number, object, tagList, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext } from '#core/resources/resource-type';
import { table } from '#lib/table';
import { lifecycleRule } from './lifecycle-rule.ts';
import { applyListed, LISTED, replication } from './listed-settings.ts';

interface Setting {
  put(Bucket: string, value: Value, ctx: ResourceContext): Promise<unknown>;
  remove(Bucket: string, ctx: ResourceContext): Promise<unknown>;
}

/** The object without keys that have no value. */
const given = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

const encryptionRule = (value: Value) => {
  const { BucketKeyEnabled, ServerSideEncryptionByDefault, BlockedEncryptionTypes } = object(value);
  const by = object(ServerSideEncryptionByDefault);
  return given({
    BucketKeyEnabled: flag(BucketKeyEnabled),
    ApplyServerSideEncryptionByDefault:
      ServerSideEncryptionByDefault === undefined
        ? undefined
        : given({ SSEAlgorithm: text(by.SSEAlgorithm)!, KMSMasterKeyID: text(by.KMSMasterKeyID) }),
    BlockedEncryptionTypes:
      BlockedEncryptionTypes === undefined ? undefined : { EncryptionType: texts(object(BlockedEncryptionTypes).EncryptionType) },
  });
};

const corsRule = (value: Value) => {
  const rule = object(value);
  return given({
    AllowedMethods: texts(rule.AllowedMethods),
    AllowedOrigins: texts(rule.AllowedOrigins),
    AllowedHeaders: rule.AllowedHeaders === undefined ? undefined : texts(rule.AllowedHeaders),
    ExposeHeaders: rule.ExposedHeaders === undefined ? undefined : texts(rule.ExposedHeaders),
    ID: text(rule.Id),
    MaxAgeSeconds: number(rule.MaxAge),
  });
};

const notification = (arnName: 'LambdaFunctionArn' | 'QueueArn' | 'TopicArn', from: string) => (value: Value) => {
  const { Event, Filter, ...rest } = object(value);
  const rules = list(object(object(Filter).S3Key).Rules).map((rule) => ({
    Name: text(object(rule).Name),
    Value: text(object(rule).Value),
  }));
  return given({
    [arnName]: text(rest[from])!,
    Events: [text(Event)!],
    Filter: rules.length > 0 ? { Key: { FilterRules: rules } } : undefined,
  });
};

const protocol = (value: Value | undefined) => text(value) as 'http' | 'https' | undefined;

const website = (value: Value) => {
  const { ErrorDocument, IndexDocument, RedirectAllRequestsTo, RoutingRules } = object(value);
  const to = object(RedirectAllRequestsTo);
  return given({
    ErrorDocument: ErrorDocument === undefined ? undefined : { Key: text(ErrorDocument)! },
    IndexDocument: IndexDocument === undefined ? undefined : { Suffix: text(IndexDocument)! },
    RedirectAllRequestsTo:
      RedirectAllRequestsTo === undefined ? undefined : given({ HostName: text(to.HostName)!, Protocol: protocol(to.Protocol) }),
    RoutingRules: RoutingRules === undefined ? undefined : list(RoutingRules).map(routingRule),
  });
};

const routingRule = (value: Value) => {
  const { RedirectRule, RoutingRuleCondition } = object(value);
  const [redirect, condition] = [object(RedirectRule), object(RoutingRuleCondition)];
  return given({
    Redirect: given({
      HostName: text(redirect.HostName),
      HttpRedirectCode: text(redirect.HttpRedirectCode),
      Protocol: protocol(redirect.Protocol),
      ReplaceKeyPrefixWith: text(redirect.ReplaceKeyPrefixWith),
      ReplaceKeyWith: text(redirect.ReplaceKeyWith),
    }),
    Condition:
      RoutingRuleCondition === undefined
        ? undefined
        : given({
            HttpErrorCodeReturnedEquals: text(condition.HttpErrorCodeReturnedEquals),
            KeyPrefixEquals: text(condition.KeyPrefixEquals),
          }),
  });
};

const logging = (value: Value, bucket: string) => {
  const { DestinationBucketName, LogFilePrefix, TargetObjectKeyFormat } = object(value);
  const format = object(TargetObjectKeyFormat);
  const partitioned = object(format.PartitionedPrefix).PartitionDateSource;
  return given({
    TargetBucket: text(DestinationBucketName) ?? bucket,
    TargetPrefix: text(LogFilePrefix) ?? '',
    TargetObjectKeyFormat:
      TargetObjectKeyFormat === undefined
        ? undefined
        : given({
            SimplePrefix: format.SimplePrefix === undefined ? undefined : {},
            PartitionedPrefix: format.PartitionedPrefix === undefined ? undefined : given({ PartitionDateSource: text(partitioned) }),
          }),
  });
};

const objectLock = (value: Value) => {
  const { ObjectLockEnabled, Rule } = object(value);
  const retention = object(object(Rule).DefaultRetention);
  return given({
    ObjectLockEnabled: text(ObjectLockEnabled),
    Rule:
      Rule === undefined
        ? undefined
        : { DefaultRetention: given({ Mode: text(retention.Mode), Days: number(retention.Days), Years: number(retention.Years) }) },
  });
};

const NO_BLOCK = { BlockPublicAcls: false, BlockPublicPolicy: false, IgnorePublicAcls: false, RestrictPublicBuckets: false };
const CANNED: Readonly<Record<string, string>> = table({
  AuthenticatedRead: 'authenticated-read',
  AwsExecRead: 'aws-exec-read',
  BucketOwnerFullControl: 'bucket-owner-full-control',
  BucketOwnerRead: 'bucket-owner-read',
  LogDeliveryWrite: 'log-delivery-write',
  Private: 'private',
  PublicRead: 'public-read',
  PublicReadWrite: 'public-read-write',
});

/** In the order in which they are put: settings that others depend on come first. */
export const SETTINGS: Readonly<Record<string, Setting>> = table({
  VersioningConfiguration: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: text(object(value).Status) } }),
    remove: (Bucket, ctx) => ctx.call('s3', 'PutBucketVersioning', { Bucket, VersioningConfiguration: { Status: 'Suspended' } }),
  },
  OwnershipControls: {
    put: (Bucket, value, ctx) => {
      const Rules = list(object(value).Rules).map((rule) => ({ ObjectOwnership: text(object(rule).ObjectOwnership)! }));
      return ctx.call('s3', 'PutBucketOwnershipControls', { Bucket, OwnershipControls: { Rules } });
    },
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketOwnershipControls', { Bucket }),
  },
  PublicAccessBlockConfiguration: {
    put: (Bucket, value, ctx) => {
      const said = Object.fromEntries(Object.entries(object(value)).map(([name, each]) => [name, flag(each)]));
      return ctx.call('s3', 'PutPublicAccessBlock', { Bucket, PublicAccessBlockConfiguration: { ...NO_BLOCK, ...said } });
    },
    remove: (Bucket, ctx) => ctx.call('s3', 'DeletePublicAccessBlock', { Bucket }),
  },
  AccessControl: {
    put: (Bucket, value, ctx) => ctx.call('s3', 'PutBucketAcl', { Bucket, ACL: CANNED[text(value) ?? ''] }),
    remove: (Bucket, ctx) => ctx.call('s3', 'PutBucketAcl', { Bucket, ACL: 'private' }),
  },
  BucketEncryption: {
    put: (Bucket, value, ctx) => {
      const Rules = list(object(value).ServerSideEncryptionConfiguration).map(encryptionRule);
      return ctx.call('s3', 'PutBucketEncryption', { Bucket, ServerSideEncryptionConfiguration: { Rules } });
    },
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketEncryption', { Bucket }),
  },
  CorsConfiguration: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketCors', { Bucket, CORSConfiguration: { CORSRules: list(object(value).CorsRules).map(corsRule) } }),
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketCors', { Bucket }),
  },
  LifecycleConfiguration: {
    put: (Bucket, value, ctx) => {
      const { Rules, TransitionDefaultMinimumObjectSize } = object(value);
      return ctx.call('s3', 'PutBucketLifecycleConfiguration', {
        Bucket,
        LifecycleConfiguration: { Rules: list(Rules).map(lifecycleRule) },
        TransitionDefaultMinimumObjectSize: text(TransitionDefaultMinimumObjectSize),
      });
    },
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketLifecycle', { Bucket }),
  },
  ObjectLockConfiguration: {
    put: (Bucket, value, ctx) => ctx.call('s3', 'PutObjectLockConfiguration', { Bucket, ObjectLockConfiguration: objectLock(value) }),
    remove: (Bucket, ctx) =>
      ctx.call('s3', 'PutObjectLockConfiguration', { Bucket, ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' } }),
  },
  LoggingConfiguration: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketLogging', { Bucket, BucketLoggingStatus: { LoggingEnabled: logging(value, Bucket) } }),
    remove: (Bucket, ctx) => ctx.call('s3', 'PutBucketLogging', { Bucket, BucketLoggingStatus: {} }),
  },
  WebsiteConfiguration: {
    put: (Bucket, value, ctx) => ctx.call('s3', 'PutBucketWebsite', { Bucket, WebsiteConfiguration: website(value) }),
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketWebsite', { Bucket }),
  },
  AccelerateConfiguration: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketAccelerateConfiguration', {
        Bucket,
        AccelerateConfiguration: { Status: text(object(value).AccelerationStatus) },
      }),
    remove: (Bucket, ctx) =>
      ctx.call('s3', 'PutBucketAccelerateConfiguration', { Bucket, AccelerateConfiguration: { Status: 'Suspended' } }),
  },
  AbacStatus: {
    put: (Bucket, value, ctx) => ctx.call('s3', 'PutBucketAbac', { Bucket, AbacStatus: { Status: text(value) } }),
    remove: (Bucket, ctx) => ctx.call('s3', 'PutBucketAbac', { Bucket, AbacStatus: { Status: 'Disabled' } }),
  },
  ReplicationConfiguration: {
    put: (Bucket, value, ctx) => ctx.call('s3', 'PutBucketReplication', { Bucket, ReplicationConfiguration: replication(value) }),
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketReplication', { Bucket }),
  },
  Tags: {
    put: (Bucket, value, ctx) => ctx.call('s3', 'PutBucketTagging', { Bucket, Tagging: { TagSet: tagList(value) } }),
    remove: (Bucket, ctx) => ctx.call('s3', 'DeleteBucketTagging', { Bucket }),
  },
  NotificationConfiguration: {
    put: (Bucket, value, ctx) => {
      const { LambdaConfigurations, QueueConfigurations, TopicConfigurations, EventBridgeConfiguration } = object(value);
      const bridged = EventBridgeConfiguration !== undefined && flag(object(EventBridgeConfiguration).EventBridgeEnabled) !== false;
      const NotificationConfiguration = {
        LambdaFunctionConfigurations: list(LambdaConfigurations).map(notification('LambdaFunctionArn', 'Function')) as never,
        QueueConfigurations: list(QueueConfigurations).map(notification('QueueArn', 'Queue')) as never,
        TopicConfigurations: list(TopicConfigurations).map(notification('TopicArn', 'Topic')) as never,
        ...(bridged ? { EventBridgeConfiguration: {} } : {}),
      };
      return ctx.call('s3', 'PutBucketNotificationConfiguration', { Bucket, NotificationConfiguration });
    },
    remove: (Bucket, ctx) => ctx.call('s3', 'PutBucketNotificationConfiguration', { Bucket, NotificationConfiguration: {} }),
  },
});

/** Puts settings that differ from before, deletes settings that are gone. */
export async function applySettings(Bucket: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const names = changed(Object.keys(SETTINGS), next, before);
  // Delete dependent settings before the settings that they depend on.
  for (const name of names.toReversed()) if (next[name] === undefined) await SETTINGS[name]!.remove(Bucket, ctx);
  for (const name of names) if (next[name] !== undefined) await SETTINGS[name]!.put(Bucket, next[name], ctx);
  for (const name of Object.keys(LISTED)) await applyListed(name, Bucket, next[name], before[name], ctx);
}
