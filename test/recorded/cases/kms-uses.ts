// Recorded answers of KMS about signatures, codes and keys of another use.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::TestKMS::${name}`);
const key = (input: object = {}, as = 'key'): Step => ({ call: 'kms.CreateKey', input: { ...input }, as });
const ID = '{key.KeyMetadata.KeyId}';
const ARN = '{key.KeyMetadata.Arn}';
const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(1);
const INVALID = 'ValidationException';
const WRONG_USE = 'InvalidKeyUsageException';
const spec = (KeyUsage: string, KeySpec?: string): Step => key({ KeyUsage, ...(KeySpec ? { KeySpec } : {}) });
const usage = (title: string, step: Step, ...made: Step[]): RecordedCase => ({
  title,
  source: test('test_error_messaging_for_invalid_keys'),
  recorded: '2023-04',
  steps: [...made, step],
});
const uses: RecordedCase[] = [
  usage(
    'a key for encryption makes no codes',
    refused(
      'kms.GenerateMac',
      { KeyId: ID, Message: bytes(9), MacAlgorithm: 'HMAC_SHA_224' },
      WRONG_USE,
      `${ARN} key usage is ENCRYPT_DECRYPT which is not valid for GenerateMac.`,
    ),
    key(),
  ),
  usage(
    'a key for codes signs nothing',
    refused(
      'kms.Sign',
      { KeyId: ID, Message: bytes(9), MessageType: 'RAW', SigningAlgorithm: 'RSASSA_PSS_SHA_256' },
      WRONG_USE,
      `${ARN} key usage is GENERATE_VERIFY_MAC which is not valid for Sign.`,
    ),
    spec('GENERATE_VERIFY_MAC', 'HMAC_224'),
  ),
  usage(
    'a key for encryption verifies nothing',
    refused(
      'kms.Verify',
      { KeyId: ID, Message: bytes(9), MessageType: 'RAW', Signature: bytes(11), SigningAlgorithm: 'ECDSA_SHA_256' },
      WRONG_USE,
      `${ARN} key usage is ENCRYPT_DECRYPT which is not valid for Verify.`,
    ),
    key(),
  ),
  usage(
    'a key for signatures encrypts nothing',
    refused(
      'kms.Encrypt',
      { KeyId: ID, Plaintext: bytes(9) },
      WRONG_USE,
      `${ARN} key usage is SIGN_VERIFY which is not valid for Encrypt.`,
    ),
    spec('SIGN_VERIFY', 'RSA_2048'),
  ),
  ...['HMAC_224', 'HMAC_256', 'HMAC_384', 'HMAC_512'].map((KeySpec): RecordedCase => {
    const MacAlgorithm = KeySpec.replace('HMAC_', 'HMAC_SHA_');
    return {
      title: `a key of ${KeySpec} makes codes and verifies them`,
      source: test(`test_generate_and_verify_mac[${KeySpec}-${MacAlgorithm}]`),
      recorded: '2023-11',
      steps: [
        spec('GENERATE_VERIFY_MAC', KeySpec),
        {
          call: 'kms.GenerateMac',
          input: { KeyId: ID, Message: bytes(9), MacAlgorithm },
          as: 'made',
          answer: { KeyId: ARN, Mac: ANY, MacAlgorithm },
        },
        {
          call: 'kms.VerifyMac',
          input: { KeyId: ID, Message: bytes(9), MacAlgorithm, Mac: '{made.Mac}' },
          answer: { KeyId: ARN, MacAlgorithm, MacValid: true },
        },
        refused('kms.VerifyMac', { KeyId: ID, Message: bytes(8), MacAlgorithm, Mac: '{made.Mac}' }, 'KMSInvalidMacException', undefined, {
          status: 400,
        }),
        refused('kms.GenerateMac', { KeyId: 'key_id', Message: bytes(9), MacAlgorithm }, 'NotFoundException', "Invalid keyId 'key_id'"),
      ],
    };
  }),
  {
    title: 'an algorithm for codes fits the key, and is one',
    source: test('test_invalid_generate_mac, test_invalid_verify_mac'),
    recorded: '2023-04',
    steps: [
      spec('GENERATE_VERIFY_MAC', 'HMAC_224'),
      refused(
        'kms.GenerateMac',
        { KeyId: ID, Message: bytes(9), MacAlgorithm: 'HMAC_SHA_256' },
        WRONG_USE,
        'Algorithm HMAC_SHA_256 is incompatible with key spec HMAC_224.',
      ),
      refused(
        'kms.GenerateMac',
        { KeyId: ID, Message: bytes(9), MacAlgorithm: 'INVALID' },
        INVALID,
        "1 validation error detected: Value 'INVALID' at 'macAlgorithm' failed to satisfy constraint: Member must satisfy enum value set: [HMAC_SHA_384, HMAC_SHA_256, HMAC_SHA_224, HMAC_SHA_512]",
      ),
    ],
  },
  ...(
    [
      ['RSA_2048', 'RSASSA_PSS_SHA_256'],
      ['RSA_2048', 'RSASSA_PSS_SHA_384'],
      ['RSA_2048', 'RSASSA_PSS_SHA_512'],
      ['ECC_NIST_P256', 'ECDSA_SHA_256'],
      ['ECC_NIST_P384', 'ECDSA_SHA_384'],
      ['ECC_SECG_P256K1', 'ECDSA_SHA_256'],
    ] as const
  ).map(
    ([KeySpec, SigningAlgorithm]): RecordedCase => ({
      title: `a key of ${KeySpec} signs by ${SigningAlgorithm}`,
      source: test(`test_sign_verify[${KeySpec}-${SigningAlgorithm}]`),
      recorded: '2023-04',
      steps: [
        spec('SIGN_VERIFY', KeySpec),
        {
          call: 'kms.Sign',
          input: { KeyId: ID, Message: bytes(20), MessageType: 'RAW', SigningAlgorithm },
          as: 'signed',
          answer: { KeyId: ARN, Signature: ANY, SigningAlgorithm },
        },
        {
          call: 'kms.Verify',
          input: { KeyId: ID, Message: bytes(20), MessageType: 'RAW', SigningAlgorithm, Signature: '{signed.Signature}' },
          answer: { KeyId: ARN, SignatureValid: true, SigningAlgorithm },
        },
        refused(
          'kms.Verify',
          { KeyId: ID, Message: bytes(20), MessageType: 'DIGEST', SigningAlgorithm, Signature: '{signed.Signature}' },
          INVALID,
          `Digest is invalid length for algorithm ${SigningAlgorithm}.`,
        ),
        refused(
          'kms.Verify',
          { KeyId: ID, Message: bytes(20), MessageType: 'RAW', SigningAlgorithm, Signature: bytes(11) },
          'KMSInvalidSignatureException',
          undefined,
          { status: 400 },
        ),
      ],
    }),
  ),
];

export const recorded: RecordedCases = { service: 'kms', cases: [...uses] };
