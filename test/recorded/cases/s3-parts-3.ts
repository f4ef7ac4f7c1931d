// Recorded answers about parts of the objects service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3PutObjectChecksum::${name}`);
const Bucket = '{id}';
const Key = 'test-checksum-retrieval';
const ChecksumMode = 'ENABLED';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a checksum is told to those who ask for it (CRC32C)',
      source: test('test_s3_get_object_checksum[CRC32C]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-checksum', ChecksumAlgorithm: 'CRC32C' },
          { contains: { ChecksumCRC32C: 'Fz3epA==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call('s3.GetObject', { Bucket, Key }, { contains: { ChecksumCRC32C: 'Fz3epA==', ChecksumType: 'FULL_OBJECT' } }),
        call('s3.GetObject', { Bucket, Key, ChecksumMode }, { contains: { ChecksumCRC32C: 'Fz3epA==', ChecksumType: 'FULL_OBJECT' } }),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode: 'enabled' },
          { contains: { ChecksumCRC32C: 'Fz3epA==', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC32C: 'Fz3epA==', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a checksum is told to those who ask for it (SHA1)',
      source: test('test_s3_get_object_checksum[SHA1]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-checksum', ChecksumAlgorithm: 'SHA1' },
          { contains: { ChecksumSHA1: 'jbXkHAsXUrubtL3dqDQ4w+7WXc0=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call('s3.GetObject', { Bucket, Key }, { contains: { ChecksumSHA1: 'jbXkHAsXUrubtL3dqDQ4w+7WXc0=', ChecksumType: 'FULL_OBJECT' } }),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode },
          { contains: { ChecksumSHA1: 'jbXkHAsXUrubtL3dqDQ4w+7WXc0=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode: 'enabled' },
          { contains: { ChecksumSHA1: 'jbXkHAsXUrubtL3dqDQ4w+7WXc0=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA1: 'jbXkHAsXUrubtL3dqDQ4w+7WXc0=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a checksum is told to those who ask for it (SHA256)',
      source: test('test_s3_get_object_checksum[SHA256]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-checksum', ChecksumAlgorithm: 'SHA256' },
          { contains: { ChecksumSHA256: '1YQo81vx2VFUl0q5ccWISq8AkSBQQ0WO80S82TmfdIQ=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key },
          { contains: { ChecksumSHA256: '1YQo81vx2VFUl0q5ccWISq8AkSBQQ0WO80S82TmfdIQ=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode },
          { contains: { ChecksumSHA256: '1YQo81vx2VFUl0q5ccWISq8AkSBQQ0WO80S82TmfdIQ=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode: 'enabled' },
          { contains: { ChecksumSHA256: '1YQo81vx2VFUl0q5ccWISq8AkSBQQ0WO80S82TmfdIQ=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumSHA256: '1YQo81vx2VFUl0q5ccWISq8AkSBQQ0WO80S82TmfdIQ=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
    {
      title: 'a checksum is told to those who ask for it (CRC64NVME)',
      source: test('test_s3_get_object_checksum[CRC64NVME]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutObject',
          { Bucket, Key, Body: 'test-checksum', ChecksumAlgorithm: 'CRC64NVME' },
          { contains: { ChecksumCRC64NVME: '1f2xscCCZCU=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call('s3.GetObject', { Bucket, Key }, { contains: { ChecksumCRC64NVME: '1f2xscCCZCU=', ChecksumType: 'FULL_OBJECT' } }),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode },
          { contains: { ChecksumCRC64NVME: '1f2xscCCZCU=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObject',
          { Bucket, Key, ChecksumMode: 'enabled' },
          { contains: { ChecksumCRC64NVME: '1f2xscCCZCU=', ChecksumType: 'FULL_OBJECT' } },
        ),
        call(
          's3.GetObjectAttributes',
          { Bucket, Key, ObjectAttributes: ['Checksum'] },
          { contains: { Checksum: { ChecksumCRC64NVME: '1f2xscCCZCU=', ChecksumType: 'FULL_OBJECT' } } },
        ),
      ],
    },
  ],
};
