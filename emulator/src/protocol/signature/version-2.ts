// Version 2 signatures, which boto3 still makes for presigned objects: HMAC-SHA1 over a few headers and the resource. Pure.
// https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html
import { createHmac } from 'node:crypto';
import { firstValue, type WireRequest } from '#protocol/http/wire';
import type { SignatureV2 } from './parse.ts';

/** Query parameters that belong to the signed resource. */
const SUBRESOURCES =
  /^(acl|accelerate|analytics|cors|delete|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|location|logging|metrics|notification|object-lock|ownershipControls|partNumber|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|select-type|tagging|torrent|uploadId|uploads|versionId|versioning|versions|website|response-(content-type|content-language|expires|cache-control|content-disposition|content-encoding))$/;

export const signV2 = (secret: string, text: string): string => createHmac('sha1', secret).update(text, 'utf8').digest('base64');

/** `path` includes the bucket. */
export function stringToSignV2(request: Pick<WireRequest, 'method' | 'path' | 'query' | 'headers'>, { presigned }: SignatureV2): string {
  const { method, path, query, headers } = request;
  const names = Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-'))
    .sort();
  const date = presigned ? firstValue(query.get('Expires')) : headers['x-amz-date'] === undefined ? headers['date'] : '';
  const inQuery = firstValue(query.get('x-amz-security-token'));
  const amz = names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  if (presigned && inQuery !== undefined) amz.push(`x-amz-security-token:${inQuery}\n`);
  const parts = [...query.keys()].filter((name) => SUBRESOURCES.test(name)).sort();
  const resource = parts.map((name) => {
    const value = firstValue(query.get(name));
    return value === '' || value === undefined ? name : `${name}=${value}`;
  });
  const lines = [method, headers['content-md5'] ?? '', headers['content-type'] ?? '', date ?? ''];
  return `${lines.join('\n')}\n${amz.sort().join('')}${path}${resource.length > 0 ? `?${resource.join('&')}` : ''}`;
}
