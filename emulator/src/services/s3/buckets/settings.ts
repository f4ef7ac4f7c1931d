// Small configurations of a bucket: payer, acceleration, logging, website, ownership, public access, attribute-based access.
import type { Fault } from '#core/fault';
import { fault, operation, type WebsiteConfiguration } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf, deleteConfig, putConfig } from '#services/s3/bucket-configs';
import { invalidArgument, invalidRequest, malformedXml, withHeaders } from '#services/s3/faults';
import { type LocatedBucket, lookUpBucket } from '#services/s3/located-bucket';

/** Throws MalformedXML unless the value is one of the allowed ones. */
function oneOf(value: string | undefined, ...allowed: string[]): string {
  if (value !== undefined && allowed.includes(value)) return value;
  throw malformedXml();
}

export const GetBucketRequestPayment = operation('GetBucketRequestPayment', (input, ctx) => ({
  Payer: configOf(findBucket(input, ctx), 'request-payment')?.payer ?? 'BucketOwner',
}));

export const PutBucketRequestPayment = operation('PutBucketRequestPayment', (input, ctx) => {
  const payer = oneOf(input.RequestPaymentConfiguration?.Payer, 'BucketOwner', 'Requester');
  putConfig(findBucket(input, ctx), 'request-payment', { payer });
});

export const GetBucketAccelerateConfiguration = operation('GetBucketAccelerateConfiguration', (input, ctx) => {
  const config = configOf(findBucket(input, ctx), 'accelerate');
  return config ? { Status: config.status } : {};
});

export const PutBucketAccelerateConfiguration = operation('PutBucketAccelerateConfiguration', (input, ctx) => {
  const found = findBucket(input, ctx);
  if (found.bucket.name.includes('.'))
    throw invalidRequest('S3 Transfer Acceleration is not supported for buckets with periods (.) in their names');
  putConfig(found, 'accelerate', { status: oneOf(input.AccelerateConfiguration?.Status, 'Enabled', 'Suspended') });
});

export const GetBucketLogging = operation('GetBucketLogging', (input, ctx) => {
  const LoggingEnabled = configOf(findBucket(input, ctx), 'logging');
  return LoggingEnabled ? { LoggingEnabled } : {};
});

export const PutBucketLogging = operation('PutBucketLogging', (input, ctx) => {
  const found = findBucket(input, ctx);
  const logging = input.BucketLoggingStatus?.LoggingEnabled;
  if (!logging) return deleteConfig(found, 'logging');
  if (logging.TargetBucket === undefined || logging.TargetPrefix === undefined) throw malformedXml();
  const target = lookUpBucket(logging.TargetBucket, ctx);
  const wrong = (message: string) => fault('InvalidTargetBucketForLogging', message, { TargetBucket: logging.TargetBucket });
  if (!target) throw wrong('The target bucket for logging does not exist');
  if (target.bucket.account !== found.bucket.account)
    throw wrong(
      'The target bucket for logging does not exist, is not owned by you, or does not have the appropriate grants for the log-delivery group.',
    );
  if (target.bucket.region !== found.bucket.region) throw crossLocation(found, target);
  putConfig(found, 'logging', logging);
});

/** The region us-east-1 is not named. The code is written as the service writes it. */
function crossLocation(source: LocatedBucket, target: LocatedBucket): Fault {
  const named = (name: string, { bucket }: LocatedBucket) => (bucket.region === 'us-east-1' ? {} : { [name]: bucket.region });
  const members = { ...named('SourceBucketLocation', source), ...named('TargetBucketLocation', target) };
  return withHeaders('CrossLocationLoggingProhibitted', 'Cross S3 location logging not allowed. ', { status: 403, members });
}

export const GetBucketWebsite = operation('GetBucketWebsite', (input, ctx) => {
  const config = configOf(findBucket(input, ctx), 'website');
  if (!config)
    throw fault('NoSuchWebsiteConfiguration', 'The specified bucket does not have a website configuration', { BucketName: input.Bucket });
  return config;
});

export const PutBucketWebsite = operation('PutBucketWebsite', (input, ctx) => {
  const found = findBucket(input, ctx);
  putConfig(found, 'website', checkedWebsite(input.WebsiteConfiguration));
});

function checkedWebsite(website: WebsiteConfiguration | undefined): WebsiteConfiguration {
  const { IndexDocument, ErrorDocument, RedirectAllRequestsTo, RoutingRules } = website ?? {};
  if (!website) throw malformedXml();
  if (RedirectAllRequestsTo) {
    if (IndexDocument || ErrorDocument || RoutingRules)
      throw invalidArgument(
        'RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules.',
        'RedirectAllRequestsTo',
        'not null',
      );
    if (!RedirectAllRequestsTo.HostName) throw malformedXml();
    checkProtocol(RedirectAllRequestsTo.Protocol);
    return website;
  }
  if (!IndexDocument)
    throw invalidArgument('A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty', 'IndexDocument', 'null');
  if (!IndexDocument.Suffix || IndexDocument.Suffix.includes('/'))
    throw invalidArgument('The IndexDocument Suffix is not well formed', 'IndexDocument', IndexDocument.Suffix);
  if (ErrorDocument && !ErrorDocument.Key) throw malformedXml();
  if (RoutingRules?.length === 0) throw malformedXml();
  for (const { Condition, Redirect } of RoutingRules ?? []) {
    if (!Redirect) throw malformedXml();
    if (Condition && Object.keys(Condition).length === 0)
      throw invalidRequest(
        "Condition cannot be empty. To redirect all requests without a condition, the condition element shouldn't be present.",
      );
    if (Redirect.ReplaceKeyPrefixWith !== undefined && Redirect.ReplaceKeyWith !== undefined)
      throw invalidRequest('You can only define ReplaceKeyPrefix or ReplaceKey but not both.');
    checkProtocol(Redirect.Protocol);
  }
  return website;
}

function checkProtocol(protocol: string | undefined): void {
  if (protocol !== undefined && protocol !== 'http' && protocol !== 'https')
    throw invalidRequest('Invalid protocol, protocol can be http or https. If not defined the protocol will be selected automatically.');
}

export const DeleteBucketWebsite = operation('DeleteBucketWebsite', (input, ctx) => deleteConfig(findBucket(input, ctx), 'website'));

export const GetBucketOwnershipControls = operation('GetBucketOwnershipControls', (input, ctx) => {
  const config = configOf(findBucket(input, ctx), 'ownership');
  if (!config) throw fault('OwnershipControlsNotFoundError', 'The bucket ownership controls were not found', { BucketName: input.Bucket });
  return { OwnershipControls: { Rules: config.rules } };
});

export const PutBucketOwnershipControls = operation('PutBucketOwnershipControls', (input, ctx) => {
  const found = findBucket(input, ctx);
  const rules = input.OwnershipControls?.Rules ?? [];
  if (rules.length !== 1) throw malformedXml();
  const kind = oneOf(rules[0]!.ObjectOwnership, 'BucketOwnerEnforced', 'BucketOwnerPreferred', 'ObjectWriter');
  const foreign = found.bucket.grants.length > 1;
  if (kind === 'BucketOwnerEnforced' && foreign)
    throw fault('InvalidBucketAclWithObjectOwnership', "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting");
  putConfig(found, 'ownership', { rules });
});

export const DeleteBucketOwnershipControls = operation('DeleteBucketOwnershipControls', (input, ctx) =>
  deleteConfig(findBucket(input, ctx), 'ownership'),
);

export const GetPublicAccessBlock = operation('GetPublicAccessBlock', (input, ctx) => {
  const PublicAccessBlockConfiguration = configOf(findBucket(input, ctx), 'public-access-block');
  if (!PublicAccessBlockConfiguration)
    throw fault('NoSuchPublicAccessBlockConfiguration', 'The public access block configuration was not found', {
      BucketName: input.Bucket,
    });
  return { PublicAccessBlockConfiguration };
});

export const PutPublicAccessBlock = operation('PutPublicAccessBlock', (input, ctx) => {
  const given = input.PublicAccessBlockConfiguration;
  if (!given) throw malformedXml();
  if (Object.keys(given).length === 0) throw invalidRequest('Must specify at least one configuration.');
  putConfig(findBucket(input, ctx), 'public-access-block', {
    BlockPublicAcls: given.BlockPublicAcls ?? false,
    IgnorePublicAcls: given.IgnorePublicAcls ?? false,
    BlockPublicPolicy: given.BlockPublicPolicy ?? false,
    RestrictPublicBuckets: given.RestrictPublicBuckets ?? false,
  });
});

export const DeletePublicAccessBlock = operation('DeletePublicAccessBlock', (input, ctx) =>
  deleteConfig(findBucket(input, ctx), 'public-access-block'),
);

export const GetBucketAbac = operation('GetBucketAbac', (input, ctx) => ({
  AbacStatus: { Status: configOf(findBucket(input, ctx), 'abac')?.status ?? 'Disabled' },
}));

export const PutBucketAbac = operation('PutBucketAbac', (input, ctx) => {
  putConfig(findBucket(input, ctx), 'abac', { status: oneOf(input.AbacStatus?.Status, 'Enabled', 'Disabled') });
});
