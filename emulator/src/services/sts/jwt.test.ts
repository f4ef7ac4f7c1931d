import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyIdOf, listClaim, publicKeyOf, readClaims, signToken, textClaim } from './jwt.ts';

test('what is signed is read back and verifies with the published key', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = { kid: keyIdOf(pem), privateKey: pem };
  const token = signToken({ sub: 'me', aud: ['a', 'b'] }, 'RS256', key);
  const claims = readClaims(token) ?? {};
  expect([textClaim(claims, 'sub'), listClaim(claims, 'aud'), listClaim(claims, 'none')]).toEqual(['me', ['a', 'b'], []]);
  const jwk = publicKeyOf(key, 'RS256');
  expect(jwk).toMatchObject({ kid: key.kid, alg: 'RS256', kty: 'RSA' });
  expect(jwk).not.toHaveProperty('d');
  const [header, body, signature = ''] = token.split('.');
  const verified = verify(
    'sha256',
    Buffer.from(`${header}.${body}`),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  expect(verified).toBe(true);
});

test.each(['', 'a.b', 'a.b.c', 'e30.W10.x'])('no token: %s', (text) => {
  expect(readClaims(text)).toBeUndefined();
});
