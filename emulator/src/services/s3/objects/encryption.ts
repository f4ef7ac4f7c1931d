// Server-side encryption as clients see it: requested, stored, returned and, for customers' keys, checked. Bodies are stored unencrypted.
import { createHash } from 'node:crypto';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault } from '#model/s3';
import { configOf } from '#services/s3/bucket-configs';
import { accessDenied, invalidArgument, invalidRequest } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import type { Encryption } from '#services/s3/state';

export interface CustomerKeyInput {
  readonly SSECustomerAlgorithm?: string | undefined;
  readonly SSECustomerKey?: string | undefined;
  readonly SSECustomerKeyMD5?: string | undefined;
}

export interface EncryptionInput extends CustomerKeyInput {
  readonly ServerSideEncryption?: string | undefined;
  readonly SSEKMSKeyId?: string | undefined;
  readonly SSEKMSEncryptionContext?: string | undefined;
  readonly BucketKeyEnabled?: boolean | undefined;
}

const KMS = ['aws:kms', 'aws:kms:dsse'];

/**
 * The MD5 of the customer's key, checked; undefined if the request has none.
 * @param use a read does not tell a key that is too long from a wrong one (recorded)
 */
export function customerKeyMd5(input: CustomerKeyInput, use: 'read' | 'write' = 'write'): string | undefined {
  const { SSECustomerAlgorithm, SSECustomerKey, SSECustomerKeyMD5 } = input;
  if (SSECustomerAlgorithm === undefined && SSECustomerKey === undefined) return undefined;
  if (SSECustomerAlgorithm === undefined) throw wrongKey(`${CUSTOMER_KEYS} must provide a valid encryption algorithm.`);
  if (SSECustomerAlgorithm !== 'AES256')
    throw fault('InvalidEncryptionAlgorithmError', 'The Encryption request you specified is not valid. Supported value: AES256.', {
      ArgumentName: ENCRYPTION,
      ArgumentValue: SSECustomerAlgorithm,
    });
  if (SSECustomerKey === undefined) throw wrongKey(`${CUSTOMER_KEYS} must provide an appropriate secret key.`);
  const key = Buffer.from(SSECustomerKey, 'base64');
  if (key.length < 32 || (key.length > 32 && use === 'write')) throw wrongKey('The secret key was invalid for the specified algorithm.');
  const md5 = createHash('md5').update(key).digest('base64');
  if (SSECustomerKeyMD5 === undefined) throw wrongKey(`${CUSTOMER_KEYS} must provide the client calculated MD5 of the secret key.`);
  if (SSECustomerKeyMD5 !== md5) throw wrongKey('The calculated MD5 hash of the key did not match the hash that was provided.');
  return md5;
}

const ENCRYPTION = 'x-amz-server-side-encryption';
const CUSTOMER_KEYS = 'Requests specifying Server Side Encryption with Customer provided keys';
const wrongKey = (message: string): Fault => fault('InvalidArgument', message, { ArgumentName: ENCRYPTION });

/** The encryption of a new object: as requested, or else the bucket's default. */
export function encryptionOf(input: EncryptionInput, found: LocatedBucket): Encryption {
  // Told before what is wrong with the key (recorded)
  if (input.ServerSideEncryption !== undefined && (input.SSECustomerAlgorithm !== undefined || input.SSECustomerKey !== undefined))
    throw invalidArgument(
      'Server Side Encryption with Customer provided key is incompatible with the encryption method specified',
      'x-amz-server-side-encryption',
      input.ServerSideEncryption,
    );
  const customer = customerKeyMd5(input);
  if (customer !== undefined) return { algorithm: 'customer', customerKeyMd5: customer };
  if (input.ServerSideEncryption === undefined) {
    if (input.SSEKMSKeyId !== undefined)
      throw invalidArgument(
        'Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms',
        'x-amz-server-side-encryption',
        'null',
      );
    return bucketDefault(found);
  }
  return named(input.ServerSideEncryption, input, found);
}

function named(algorithm: string, input: EncryptionInput, found: LocatedBucket): Encryption {
  if (algorithm === 'AES256') {
    if (input.SSEKMSKeyId !== undefined)
      throw invalidArgument(
        'Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms',
        'x-amz-server-side-encryption',
        'AES256',
      );
    return { algorithm };
  }
  if (!KMS.includes(algorithm))
    throw invalidArgument('The encryption method specified is not supported', 'x-amz-server-side-encryption', algorithm);
  const rule = configOf(found, 'encryption')?.rules[0];
  return {
    algorithm: algorithm as 'aws:kms',
    kmsKeyId: keyArn(input.SSEKMSKeyId ?? rule?.ApplyServerSideEncryptionByDefault?.KMSMasterKeyID, found),
    kmsContext: input.SSEKMSEncryptionContext,
    bucketKey: input.BucketKeyEnabled ?? rule?.BucketKeyEnabled ?? false,
  };
}

function bucketDefault(found: LocatedBucket): Encryption {
  const rule = configOf(found, 'encryption')?.rules[0];
  const byDefault = rule?.ApplyServerSideEncryptionByDefault;
  if (!byDefault || !KMS.includes(byDefault.SSEAlgorithm)) return { algorithm: 'AES256' };
  return {
    algorithm: byDefault.SSEAlgorithm as 'aws:kms',
    kmsKeyId: keyArn(byDefault.KMSMasterKeyID, found),
    bucketKey: rule?.BucketKeyEnabled ?? false,
  };
}

/** The key's ARN, as answers have it; without a key id that of the account's own key for S3. */
function keyArn(id: string | undefined, { bucket }: LocatedBucket): string {
  if (id?.startsWith('arn:')) return id;
  const head = `arn:aws:kms:${bucket.region}:${bucket.account}`;
  if (id === undefined) return `${head}:alias/aws/s3`;
  return id.startsWith('alias/') ? `${head}:${id}` : `${head}:key/${id}`;
}

/** Throws unless the request has the customer's key that the object was written with. */
export function checkCustomerKey(encryption: Frozen<Encryption>, input: CustomerKeyInput): void {
  const given = customerKeyMd5(input, 'read');
  if (encryption.algorithm !== 'customer') {
    if (given !== undefined) throw invalidRequest('The encryption parameters are not applicable to this object.');
    return;
  }
  if (given === undefined)
    throw invalidRequest(
      'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
    );
  if (given !== encryption.customerKeyMd5) throw accessDenied(`${CUSTOMER_KEYS} must provide the correct secret key.`);
}

/** The encryption members of answers about an object. */
export function encryptionMembers(encryption: Frozen<Encryption>) {
  if (encryption.algorithm === 'customer') return { SSECustomerAlgorithm: 'AES256', SSECustomerKeyMD5: encryption.customerKeyMd5 };
  if (encryption.algorithm === 'AES256') return { ServerSideEncryption: encryption.algorithm };
  return {
    ServerSideEncryption: encryption.algorithm,
    SSEKMSKeyId: encryption.kmsKeyId,
    ...(encryption.bucketKey ? { BucketKeyEnabled: true } : {}),
  };
}
