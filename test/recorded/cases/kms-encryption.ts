// Recorded answers of KMS about random bytes and encryption.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::TestKMS::${name}`);
const key = (input: object = {}, as = 'key'): Step => ({ call: 'kms.CreateKey', input: { ...input }, as });
const ID = '{key.KeyMetadata.KeyId}';
const ARN = '{key.KeyMetadata.Arn}';
const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(1);
const INVALID = 'ValidationException';
const random: RecordedCase[] = [
  ...[12, 44, 91, 1, 1024].map(
    (NumberOfBytes): RecordedCase => ({
      title: `${NumberOfBytes} random bytes are made`,
      source: test(`test_generate_random[${NumberOfBytes}]`),
      recorded: '2023-04',
      steps: [{ call: 'kms.GenerateRandom', input: { NumberOfBytes }, contains: { Plaintext: ANY } }],
    }),
  ),
  {
    title: 'random bytes are from 1 to 1024, and their number is given',
    source: test('test_generate_random_invalid_number_of_bytes'),
    recorded: '2023-04',
    steps: [
      refused('kms.GenerateRandom', {}, INVALID, 'NumberOfBytes is required.'),
      refused(
        'kms.GenerateRandom',
        { NumberOfBytes: 0 },
        INVALID,
        "1 validation error detected: Value '0' at 'numberOfBytes' failed to satisfy constraint: Member must have value greater than or equal to 1",
      ),
      refused(
        'kms.GenerateRandom',
        { NumberOfBytes: 1025 },
        INVALID,
        "1 validation error detected: Value '1025' at 'numberOfBytes' failed to satisfy constraint: Member must have value less than or equal to 1024",
      ),
    ],
  },
];

/** Key specs and algorithms with the bytes that they encrypt. */
const ROOM = [
  ['RSA_2048', 'RSAES_OAEP_SHA_1', 214],
  ['RSA_2048', 'RSAES_OAEP_SHA_256', 190],
] as const;
const encryption: RecordedCase[] = [
  ...ROOM.map(
    ([KeySpec, EncryptionAlgorithm, most]): RecordedCase => ({
      title: `a key of ${KeySpec} encrypts ${most} bytes by ${EncryptionAlgorithm}`,
      source: test(`test_encrypt_validate_plaintext_size_per_key_type[${KeySpec}-${EncryptionAlgorithm}]`),
      recorded: '2023-04',
      steps: [
        key({ KeySpec, KeyUsage: 'ENCRYPT_DECRYPT' }),
        {
          call: 'kms.Encrypt',
          input: { KeyId: ID, EncryptionAlgorithm, Plaintext: bytes(most) },
          contains: { KeyId: ARN, EncryptionAlgorithm },
        },
        refused(
          'kms.Encrypt',
          { KeyId: ID, EncryptionAlgorithm, Plaintext: bytes(most + 1) },
          INVALID,
          `Algorithm ${EncryptionAlgorithm} and key spec ${KeySpec} cannot encrypt data larger than ${most} bytes.`,
        ),
      ],
    }),
  ),
  {
    title: 'a symmetric key encrypts 4096 bytes, and the text is not told in the error',
    source: test('test_plaintext_size_for_encrypt'),
    recorded: '2023-04',
    steps: [
      key(),
      refused(
        'kms.Encrypt',
        { KeyId: ID, Plaintext: bytes(4097) },
        INVALID,
        "1 validation error detected: Value at 'plaintext' failed to satisfy constraint: Member must have length less than or equal to 4096",
      ),
    ],
  },
  {
    title: 'what was encrypted in a context is decrypted in that context alone',
    source: test('test_encrypt_decrypt_encryption_context'),
    recorded: '2025-09',
    steps: [
      key(),
      {
        call: 'kms.Encrypt',
        input: { KeyId: ID, Plaintext: bytes(9), EncryptionContext: { 'context-key': 'context-value' } },
        as: 'encrypted',
        answer: { CiphertextBlob: ANY, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId: ARN },
      },
      {
        call: 'kms.Decrypt',
        input: { CiphertextBlob: '{encrypted.CiphertextBlob}', EncryptionContext: { 'context-key': 'context-value' } },
        answer: { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId: ARN, KeyMaterialId: ANY, Plaintext: ANY },
      },
      refused('kms.Decrypt', { CiphertextBlob: '{encrypted.CiphertextBlob}' }, 'InvalidCiphertextException', undefined, { status: 400 }),
    ],
  },
  {
    title: 'a ciphertext of one key is encrypted again under another',
    source: test('test_re_encrypt[SYMMETRIC_DEFAULT-SYMMETRIC_DEFAULT]'),
    recorded: '2025-06',
    steps: [
      key(),
      key({}, 'other'),
      { call: 'kms.Encrypt', input: { KeyId: ID, Plaintext: bytes(9) }, as: 'encrypted' },
      {
        call: 'kms.ReEncrypt',
        input: {
          CiphertextBlob: '{encrypted.CiphertextBlob}',
          SourceKeyId: ID,
          DestinationKeyId: '{other.KeyMetadata.KeyId}',
        },
        contains: {
          CiphertextBlob: ANY,
          DestinationEncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
          KeyId: '{other.KeyMetadata.Arn}',
          SourceEncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
          SourceKeyId: ARN,
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'kms', cases: [...random, ...encryption] };
