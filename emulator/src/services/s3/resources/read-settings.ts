// Reads a bucket's configurations back in the form of templates, for drift detection and for reads of the bucket as a resource.

import type { Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, list, object } from '#core/resources/resource-properties';
import { asGiven, asValue, readAs } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';

const GONE = [
  ...['NoSuchCORSConfiguration', 'NoSuchPublicAccessBlockConfiguration', 'NoSuchTagSet', 'NoSuchWebsiteConfiguration'],
  ...['OwnershipControlsNotFoundError', 'ServerSideEncryptionConfigurationNotFoundError'],
];

/** Each item of a list in the form that the template gives it. */
const asGivenEach = (answers: readonly unknown[] | undefined, given: Value | undefined): Value =>
  (answers ?? []).map((answer, index) => asGiven(answer, list(given)[index]) ?? null);

async function access(Bucket: string, properties: Properties, ctx: ResourceContext) {
  const block = await ignoring(GONE, ctx.call('s3', 'GetPublicAccessBlock', { Bucket }));
  const owner = await ignoring(GONE, ctx.call('s3', 'GetBucketOwnershipControls', { Bucket }));
  return {
    PublicAccessBlockConfiguration: asGiven(block?.PublicAccessBlockConfiguration, properties.PublicAccessBlockConfiguration),
    OwnershipControls: owner?.OwnershipControls,
  };
}

async function encryption(Bucket: string, { BucketEncryption: given }: Properties, ctx: ResourceContext) {
  const found = await ignoring(GONE, ctx.call('s3', 'GetBucketEncryption', { Bucket }));
  const rules = found?.ServerSideEncryptionConfiguration?.Rules?.map(({ ApplyServerSideEncryptionByDefault, ...rest }) => ({
    ...rest,
    ServerSideEncryptionByDefault: ApplyServerSideEncryptionByDefault,
  }));
  const ServerSideEncryptionConfiguration = asGivenEach(rules, object(given).ServerSideEncryptionConfiguration);
  return { BucketEncryption: rules && { ServerSideEncryptionConfiguration } };
}

async function cors(Bucket: string, ctx: ResourceContext) {
  const found = await ignoring(GONE, ctx.call('s3', 'GetBucketCors', { Bucket }));
  const CorsRules = found?.CORSRules?.map(({ ID, ExposeHeaders, MaxAgeSeconds, AllowedHeaders, AllowedMethods, AllowedOrigins }) => ({
    ...{ Id: ID, AllowedHeaders, AllowedMethods, AllowedOrigins, ExposedHeaders: ExposeHeaders, MaxAge: MaxAgeSeconds },
  }));
  return { CorsConfiguration: CorsRules && { CorsRules } };
}

async function website(Bucket: string, ctx: ResourceContext) {
  const found = await ignoring(GONE, ctx.call('s3', 'GetBucketWebsite', { Bucket }));
  const { ErrorDocument, IndexDocument, RedirectAllRequestsTo, RoutingRules } = found ?? {};
  const rules = RoutingRules?.map(({ Redirect, Condition }) => ({ RedirectRule: Redirect, RoutingRuleCondition: Condition }));
  const said = { ErrorDocument: ErrorDocument?.Key, IndexDocument: IndexDocument?.Suffix, RedirectAllRequestsTo, RoutingRules: rules };
  return { WebsiteConfiguration: found && said };
}

/** Leaves out lifecycle, logging, notifications, replication and lists by id: answers do not determine how a template words them. */
export async function readSettings(Bucket: string, properties: Properties, ctx: ResourceContext): Promise<Record<string, Value>> {
  const { Status } = await ctx.call('s3', 'GetBucketVersioning', { Bucket });
  const tags = await ignoring(GONE, ctx.call('s3', 'GetBucketTagging', { Bucket }));
  const { Status: accelerated } = await ctx.call('s3', 'GetBucketAccelerateConfiguration', { Bucket });
  return readAs({
    BucketName: Bucket,
    VersioningConfiguration: Status && { Status },
    AccelerateConfiguration: accelerated && { AccelerationStatus: accelerated },
    Tags: asValue(tags?.TagSet),
    ...(await access(Bucket, properties, ctx)),
    ...(await encryption(Bucket, properties, ctx)),
    ...(await cors(Bucket, ctx)),
    ...(await website(Bucket, ctx)),
  });
}
