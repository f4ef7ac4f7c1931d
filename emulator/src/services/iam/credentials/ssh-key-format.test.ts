import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { asLine, asPem, fingerprintOf, readPublicKey } from './ssh-key-format.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

test('from PEM to a line and back', () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const line = asLine(readPublicKey(pem));
  expect(asPem(readPublicKey(`${line} me@here`))).toBe(pem);
  expect(fingerprintOf(readPublicKey(line))).toBe(fingerprintOf(readPublicKey(pem)));
});

test.each([
  ['hello', 'unsupported or unrecognized'],
  ['ssh-rsa AAAA', 'malformed'],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ', 'malformed'],
  ['-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----', 'malformed'],
])('%s', (body, message) => {
  expect(() => readPublicKey(body)).toThrow(message);
});
