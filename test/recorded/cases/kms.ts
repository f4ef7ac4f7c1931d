// What KMS was recorded to answer.
import { localstack, NONE, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::TestKMS::${name}`);

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
  ],
};
