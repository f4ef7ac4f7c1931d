// HMAC: GenerateMac, VerifyMac.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fault, operation } from '#model/kms';
import { stopDryRun } from '#services/kms/faults';
import { locateFor, noteUse, requireAlgorithm, type Usable } from './key-use.ts';

const macOf = ({ material }: Usable, algorithm: string, message: Uint8Array): Uint8Array =>
  Uint8Array.from(
    createHmac(`sha${algorithm.slice(-3)}`, material.secret!)
      .update(message)
      .digest(),
  );

export const GenerateMac = operation('GenerateMac', ({ KeyId, MacAlgorithm, Message, DryRun }, ctx) => {
  const key = locateFor(KeyId, 'GENERATE_VERIFY_MAC', ctx);
  requireAlgorithm(key, MacAlgorithm);
  stopDryRun(DryRun);
  noteUse(key);
  return { Mac: macOf(key, MacAlgorithm, Message), MacAlgorithm, KeyId: key.arn };
});

export const VerifyMac = operation('VerifyMac', ({ KeyId, MacAlgorithm, Message, Mac, DryRun }, ctx) => {
  const key = locateFor(KeyId, 'GENERATE_VERIFY_MAC', ctx);
  requireAlgorithm(key, MacAlgorithm);
  stopDryRun(DryRun);
  const expected = macOf(key, MacAlgorithm, Message);
  if (Mac.length !== expected.length || !timingSafeEqual(Mac, expected)) throw fault('KMSInvalidMacException', '');
  noteUse(key);
  return { KeyId: key.arn, MacValid: true, MacAlgorithm };
});
