// The condition keys of a request, as bucket policies compare them.
// https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
import type { Ctx } from '#core/ctx';
import type { ContextValues } from '#core/policy/request-context';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { Tag } from '#model/s3';
import type { LocatedBucket } from '#services/s3/located-bucket';

export interface KeyedInput {
  readonly Bucket?: string | undefined;
  readonly Key?: string | undefined;
  readonly VersionId?: string | undefined;
}

type Inputs = KeyedInput & Readonly<Record<string, unknown>>;

/** Members of inputs that are condition keys under the names of their query parameters. */
const PARAMETERS: Readonly<Record<string, string>> = table({
  Prefix: 's3:prefix',
  Delimiter: 's3:delimiter',
  MaxKeys: 's3:max-keys',
  VersionId: 's3:VersionId',
});

/** `existing`: the tags of the object that is there. */
export function conditionKeys({ bucket }: LocatedBucket, input: KeyedInput, existing: readonly Frozen<Tag>[], ctx: Ctx): ContextValues {
  const { principal, http } = ctx;
  const nowMs = ctx.now();
  const keys: Record<string, string | readonly string[]> = table({
    'aws:CurrentTime': new Date(nowMs).toISOString(),
    'aws:EpochTime': String(Math.floor(nowMs / 1000)),
    // Requests on this machine count as encrypted: otherwise a bucket that demands TLS could not be used over plain HTTP.
    'aws:SecureTransport': 'true',
    's3:ResourceAccount': bucket.account,
  });
  if (principal.kind !== 'anonymous') keys['aws:PrincipalAccount'] = principal.account;
  if (principal.kind === 'service') {
    keys['aws:SourceAccount'] = principal.account;
    keys['aws:PrincipalServiceName'] = principal.service;
    if (principal.sourceArn) keys['aws:SourceArn'] = principal.sourceArn;
  }
  if (http) {
    keys['aws:SourceIp'] = http.remoteAddress();
    keys['s3:authType'] = http.presigned ? 'REST-QUERY-STRING' : 'REST-HEADER';
    for (const [name, value] of Object.entries(http.headers)) if (value !== undefined) addHeader(keys, name, value);
  }
  for (const [member, key] of Object.entries(PARAMETERS)) {
    const value = (input as Inputs)[member];
    if (value !== undefined) keys[key] = String(value);
  }
  for (const { Key, Value } of existing) keys[`s3:ExistingObjectTag/${Key}`] = Value ?? '';
  addRequestedTags(keys, (input as Inputs)['Tagging']);
  return keys;
}

function addHeader(keys: Record<string, string | readonly string[]>, name: string, value: string): void {
  if (name === 'referer') keys['aws:Referer'] = value;
  else if (name === 'user-agent') keys['aws:UserAgent'] = value;
  else if (name.startsWith('x-amz-') || name === 'if-match' || name === 'if-none-match') keys[`s3:${name}`] = value;
}

/** Tags in the header of an upload (a query string), or in the document of PutObjectTagging. */
function addRequestedTags(keys: Record<string, string | readonly string[]>, tagging: unknown): void {
  const tags: readonly (readonly [string, string])[] =
    typeof tagging === 'string'
      ? [...new URLSearchParams(tagging)]
      : ((tagging as { TagSet?: readonly Tag[] } | undefined)?.TagSet ?? []).map(({ Key, Value }) => [Key ?? '', Value ?? '']);
  if (tags.length === 0) return;
  for (const [key, value] of tags) keys[`s3:RequestObjectTag/${key}`] = value;
  keys['s3:RequestObjectTagKeys'] = tags.map(([key]) => key);
}
