// Code and documents in S3: `s3://bucket/key?versionId=…` or a map with `Bucket`, `Key` and `Version`.
import { invalidResource } from '#sam/problems';
import { type Block, filled, get, has, isBlock, isText, type Value } from '#sam/values';

/** `Bucket`, `Key` and `Version` of an S3 address; undefined if the text is none. */
export function parseS3Uri(uri: Value | undefined): Block | undefined {
  const found = isText(uri) ? /^s3:\/\/([^/?#[\]]+)\/([^?#]*)(?:\?([^#]*))?/.exec(uri) : null;
  if (!found) return undefined;
  const versions = new URLSearchParams(found[3] ?? '').getAll('versionId');
  return {
    Bucket: found[1]!,
    Key: found[2]!.replace(/^\/+/, ''),
    ...(versions.length === 1 && versions[0] ? { Version: versions[0] } : {}),
  };
}

/** The location in the names of SAM. `name` is the property that has it. @throws SamProblem */
export function s3Location(id: string, name: string, value: Value | undefined): Block {
  const location = isBlock(value) ? value : parseS3Uri(value);
  if (location === undefined)
    throw invalidResource(id, `'${name}' is not a valid S3 Uri of the form 's3://bucket/key' with optional versionId query parameter.`);
  if (!filled(get(location, 'Bucket')) || !filled(get(location, 'Key')))
    throw invalidResource(id, `'${name}' requires Bucket and Key properties to be specified.`);
  return { Bucket: location.Bucket!, Key: location.Key!, ...(has(location, 'Version') ? { Version: location.Version! } : {}) };
}

const DYNAMIC = /\{\{resolve:(ssm|ssm-secure|secretsmanager):[a-zA-Z0-9_.\-/]+(:\d+)?\}\}/;

/** The location in the names of Lambda. @throws SamProblem */
export function codeLocation(id: string, name: string, value: Value | undefined): Block {
  if (!isText(value) && !isBlock(value)) throw invalidResource(id, `'${name}' must be of type dict or string.`);
  if (isText(value) && DYNAMIC.exec(value)?.[0].includes('/'))
    throw invalidResource(
      id,
      `Unsupported dynamic reference detected in '${name}'. Please consider using alternative 'FunctionCode' object format.`,
    );
  const { Bucket, Key, Version } = s3Location(id, name, value);
  return { S3Bucket: Bucket!, S3Key: Key!, ...(Version === undefined ? {} : { S3ObjectVersion: Version }) };
}
