// Recorded answers of KMS.
import { localstack, NONE, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::TestKMS::${name}`);

const OTHER = '{other.KeyMetadata.KeyId}';
const CiphertextBlob = '{sealed.CiphertextBlob}';
const INCORRECT = 'The key ID in the request does not identify a CMK that can perform this operation.';

export const recorded: RecordedCases = {
  service: 'kms',
  cases: [
    {
      title: 'a rotation on demand answers the ARN of the key',
      source: test('test_rotate_on_demand_returns_arn_for_key_id'),
      recorded: 'before 2026-03',
      steps: [
        { call: 'kms.CreateKey', as: 'key' },
        { call: 'kms.RotateKeyOnDemand', input: { KeyId: '{key.KeyMetadata.KeyId}' }, answer: { KeyId: '{key.KeyMetadata.Arn}' } },
      ],
    },
    {
      title: 'the status of a rotation names the ARN of the key, too',
      source: test('test_rotate_key_on_demand_with_symmetric_key_and_automatic_rotation_disabled'),
      recorded: '2025-11',
      steps: [
        { call: 'kms.CreateKey', as: 'key' },
        {
          call: 'kms.GetKeyRotationStatus',
          input: { KeyId: '{key.KeyMetadata.KeyId}' },
          answer: { KeyId: '{key.KeyMetadata.Arn}', KeyRotationEnabled: false },
        },
      ],
    },
    {
      title: 'a key that is disabled is told before one that does not rotate, and that without a text',
      source: test('test_rotate_key_on_demand_raises_error_given_key_is_disabled, …_given_non_symmetric_key'),
      recorded: '2025-03',
      steps: [
        { call: 'kms.CreateKey', input: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' }, as: 'key' },
        refused('kms.RotateKeyOnDemand', { KeyId: '{key.KeyMetadata.KeyId}' }, 'UnsupportedOperationException', /^(?:UnknownError)?$/),
        { call: 'kms.DisableKey', input: { KeyId: '{key.KeyMetadata.KeyId}' } },
        refused('kms.RotateKeyOnDemand', { KeyId: '{key.KeyMetadata.KeyId}' }, 'DisabledException', '{key.KeyMetadata.Arn} is disabled.'),
      ],
    },
    {
      title: 'the answer to a replication tells no material, and no tags if there are none',
      source: test('test_replicate_key'),
      recorded: 'before 2026-03',
      steps: [
        { call: 'kms.CreateKey', input: { MultiRegion: true }, as: 'key' },
        {
          call: 'kms.ReplicateKey',
          input: { KeyId: '{key.KeyMetadata.KeyId}', ReplicaRegion: 'eu-west-1' },
          contains: { ReplicaKeyMetadata: { KeyId: '{key.KeyMetadata.KeyId}', CurrentKeyMaterialId: NONE }, ReplicaTags: NONE },
        },
      ],
    },
    {
      title: 'tags that begin with aws: are reserved',
      source: localstack('kms/test_kms.py::TestKMS::test_create_key_with_invalid_tag_key'),
      recorded: 'before 2026-03',
      steps: [
        {
          call: 'kms.CreateKey',
          input: { Tags: [{ TagKey: 'AWS:x', TagValue: 'v' }] },
          error: { code: 'TagException', message: 'Tags beginning with aws: are reserved' },
        },
      ],
    },
    {
      title: 'decryption with a key of another use names an incorrect key, whatever the destination is',
      source: localstack('kms/test_kms.py::TestKMS::test_re_encrypt_incorrect_source_key'),
      recorded: '2025-06',
      steps: [
        { call: 'kms.CreateKey', as: 'key' },
        { call: 'kms.CreateKey', input: { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }, as: 'other' },
        { call: 'kms.Encrypt', input: { KeyId: '{key.KeyMetadata.KeyId}', Plaintext: Buffer.from('x') }, as: 'sealed' },
        refused('kms.Decrypt', { KeyId: OTHER, CiphertextBlob }, 'IncorrectKeyException', INCORRECT),
        refused('kms.ReEncrypt', { SourceKeyId: OTHER, DestinationKeyId: OTHER, CiphertextBlob }, 'IncorrectKeyException', INCORRECT),
      ],
    },
  ],
};
