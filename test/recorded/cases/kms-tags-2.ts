// Recorded answers about tags of the kms service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::${name}`);
const KeyId = '{key.KeyMetadata.KeyId}';

export const recorded: RecordedCases = {
  service: 'kms',
  cases: [
    {
      title: 'a shared secret is derived from two keys',
      source: test('TestKMS::test_derive_shared_secret_matches_openssl'),
      recorded: '2025-11',
      steps: [
        call('kms.CreateKey', { KeySpec: 'ECC_NIST_P256', KeyUsage: 'KEY_AGREEMENT', Description: 'test description - 1' }, { as: 'key' }),
        call('kms.GetPublicKey', { KeyId }, { as: 'key2' }),
        call(
          'kms.DeriveSharedSecret',
          {
            KeyId,
            KeyAgreementAlgorithm: 'ECDH',
            PublicKey: Buffer.from(
              '0Y0\u0013\u0006\u0007*HÎ=\u0002\u0001\u0006\b*HÎ=\u0003\u0001\u0007\u0003B\u0000\u0004e_Ûjs½ÓEf@zo®zÀ3\u0015þÆT\u001c r\\ÏÊS\u001f\u0019E(Ò×0ÞK>Ì/!Â±oN"y%\u001dÏë9LxÃå¡+',
              'latin1',
            ),
          },
          { contains: { KeyAgreementAlgorithm: 'ECDH', KeyId: '{key2.KeyId}', KeyOrigin: 'AWS_KMS' } },
        ),
      ],
    },
    {
      title: 'a key is described by the ARN of its alias',
      source: test('TestKMS::test_describe_with_alias_arn'),
      recorded: '2025-08',
      steps: [
        call(
          'kms.CreateKey',
          { Description: 'test - description' },
          {
            as: 'key',
            contains: {
              KeyMetadata: {
                Description: 'test - description',
                Enabled: true,
                KeySpec: 'SYMMETRIC_DEFAULT',
                KeyState: 'Enabled',
                KeyUsage: 'ENCRYPT_DECRYPT',
                MultiRegion: false,
              },
            },
          },
        ),
        call('kms.CreateAlias', { TargetKeyId: '{key.KeyMetadata.KeyId}', AliasName: 'alias/1' }),
        call(
          'kms.DescribeKey',
          { KeyId: 'arn:aws:kms:us-east-1:{account}:alias/1' },
          {
            contains: {
              KeyMetadata: {
                Arn: '{key.KeyMetadata.Arn}',
                CurrentKeyMaterialId: '{key.KeyMetadata.CurrentKeyMaterialId}',
                Description: 'test - description',
                Enabled: true,
                KeyId: '{key.KeyMetadata.KeyId}',
                KeySpec: 'SYMMETRIC_DEFAULT',
                KeyState: 'Enabled',
                KeyUsage: 'ENCRYPT_DECRYPT',
                MultiRegion: false,
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a dry run makes no pair of keys',
      source: test('TestKMSGenerateKeys::test_generate_data_key_pair_dry_run'),
      recorded: '2025-04',
      steps: [
        call('kms.CreateKey', { Description: 'test description - 1' }, { as: 'key' }),
        refused(
          'kms.GenerateDataKeyPair',
          { KeyId, KeyPairSpec: 'RSA_2048', DryRun: true },
          'DryRunOperationException',
          'The request would have succeeded, but the DryRun option is set.',
        ),
      ],
    },
    {
      title: 'a dry run makes no pair of encrypted keys',
      source: test('TestKMSGenerateKeys::test_generate_data_key_pair_without_plaintext_dry_run'),
      recorded: '2025-04',
      steps: [
        call('kms.CreateKey', { Description: 'test description - 1' }, { as: 'key' }),
        call('kms.GenerateDataKeyPairWithoutPlaintext', { KeyId, KeyPairSpec: 'RSA_2048' }),
        refused(
          'kms.GenerateDataKeyPairWithoutPlaintext',
          { KeyId, KeyPairSpec: 'RSA_2048', DryRun: true },
          'DryRunOperationException',
          'The request would have succeeded, but the DryRun option is set.',
        ),
      ],
    },
  ],
};
