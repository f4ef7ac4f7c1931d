// The KMS keys that objects name: whether they exist and may be used. Bodies are stored unencrypted all the same.
// Codes and texts as recorded in February 2026.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { KeyMetadata } from '#model/kms';
import type { LocatedBucket } from '#services/s3/located-bucket';
import type { Encryption, Facts } from '#services/s3/state';

const refusal = (code: string, message: string): Fault => new Fault(`KMS.${code}`, message, { status: 400 });

/** The facts with the ARN of the key, as KMS has it; no promise where no key is named. @throws Fault KMS.NotFoundException, KMS.DisabledException, … */
export function withKmsKey(facts: Facts, { there }: LocatedBucket): Facts | Promise<Facts> {
  const { kmsKeyId } = facts.encryption;
  if (kmsKeyId === undefined || there.options.S3_SKIP_KMS_KEY_VALIDATION) return facts;
  return usableKey(kmsKeyId, there).then((arn) => ({ ...facts, encryption: { ...facts.encryption, kmsKeyId: arn } }));
}

/** Undefined where the object is under no key, a promise otherwise. @throws Fault, as above */
export function checkDecryption({ kmsKeyId }: Frozen<Encryption>, { there }: LocatedBucket): Promise<unknown> | undefined {
  if (kmsKeyId === undefined || there.options.S3_SKIP_KMS_KEY_VALIDATION) return undefined;
  return usableKey(kmsKeyId, there);
}

async function usableKey(key: string, there: Ctx): Promise<string> {
  const { Arn = key, KeyState } = await describe(key, there);
  if (KeyState === 'Disabled') throw refusal('DisabledException', `${Arn} is disabled.`);
  if (KeyState === 'PendingDeletion') throw refusal('KMSInvalidStateException', `${Arn} is pending deletion.`);
  if (KeyState !== 'Enabled') throw refusal('KMSInvalidStateException', `${Arn} is not enabled: its state is ${KeyState}.`);
  return Arn;
}

async function describe(KeyId: string, there: Ctx): Promise<Partial<KeyMetadata>> {
  try {
    const { KeyMetadata } = await there.call('kms', 'DescribeKey', { KeyId });
    return KeyMetadata ?? {};
  } catch (error) {
    throw error instanceof Fault ? refusal(error.code, error.message) : error;
  }
}
