// The signature of a browser's upload form. It covers only the form's policy, which restricts the other fields. Version 4 or 2. Pure.
import type { Fault } from '#core/fault';
import { hmac, signingKey } from './canonical-request.ts';
import { faultsOf } from './faults.ts';
import { type Key, sameText } from './verify.ts';
import { signV2 } from './version-2.ts';

/** Names in lower case. */
export type FormFields = ReadonlyMap<string, string>;

/** The key that signed the form; undefined for an unsigned form. */
export const formSigner = (fields: FormFields): string | undefined =>
  fields.get('x-amz-credential')?.split('/')[0] ?? fields.get('awsaccesskeyid');

/** @throws Fault where this key has not signed the policy */
export function verifyForm(fields: FormFields, key: Key, nowMs: number): void {
  const faults = faultsOf('restXml');
  const policy = fields.get('policy');
  const token = fields.get('x-amz-security-token');
  if (policy === undefined) throw faults.missing();
  if (key.sessionToken !== undefined && (token === undefined || !sameText(token, key.sessionToken))) throw faults.wrongToken(token ?? '');
  if (key.expiresMs !== undefined && nowMs >= key.expiresMs) throw faults.expiredToken(token ?? '');
  const provided = fields.get('x-amz-signature') ?? fields.get('signature') ?? '';
  if (!sameText(expectedSignature(fields, key.secret, policy), provided)) throw mismatch(fields, provided, policy);
}

function expectedSignature(fields: FormFields, secret: string, policy: string): string {
  const credential = fields.get('x-amz-credential');
  if (credential === undefined) return signV2(secret, policy);
  const [, date = '', region = '', service = ''] = /^[^/]+\/(\d{8})\/([^/]*)\/([^/]+)\/aws4_request$/.exec(credential) ?? [];
  if (date === '' || service === '') throw faultsOf('restXml').malformed('the Credential is mal-formed');
  return hmac(signingKey(secret, { date, region, service }), policy).toString('hex');
}

const mismatch = (fields: FormFields, provided: string, policy: string): Fault =>
  faultsOf('restXml').mismatch({ accessKeyId: formSigner(fields) ?? '', provided, stringToSign: policy });
