// JSON web tokens, RS256.
import { sign } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { SigningKey } from '#services/cognito-idp/state';
import { keyObjects } from './keys.ts';

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

export function signed(claims: object, key: SigningKey, ctx: Ctx): string {
  const text = `${encoded({ kid: key.kid, alg: 'RS256' })}.${encoded(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), keyObjects(key, ctx).signs).toString('base64url')}`;
}
