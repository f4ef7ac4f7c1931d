// Recorded answers of object storage about uploads in parts: ranges and conditions of copies, checksums, orders, sizes.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const Key = 'k';
const UploadId = '{upload.UploadId}';
const api = (name: string): string => localstack(`s3/test_s3_api.py::TestS3Multipart::${name}`);
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const sums = (name: string): string => s3(`TestS3MultipartUploadChecksum::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const call = (operation: string, input: object, outcome: object = {}): Step => ({
  call: `s3.${operation}`,
  input: { Bucket, Key, ...input },
  ...outcome,
});
const refused = (code: string, message: string, contains: object = {}, status = 400) => ({ error: { code, message, status, contains } });
const NO_UPLOAD = refused(
  'NoSuchUpload',
  'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
  {},
  404,
);
const INVALID_PART =
  "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.";
const begin = (more: object = {}): Step => call('CreateMultipartUpload', more, { as: 'upload' });
const part = (PartNumber: number, Body: string, more: object = {}): Step =>
  call('UploadPart', { UploadId, PartNumber, Body, ...more }, { as: `part${PartNumber}` });
const complete = (Parts: readonly object[], outcome: object, more: object = {}): Step =>
  call('CompleteMultipartUpload', { UploadId, MultipartUpload: { Parts }, ...more }, outcome);
const named = (PartNumber: number, more: object = {}) => ({ PartNumber, ETag: `{part${PartNumber}.ETag}`, ...more });

const copyPart = (more: object, outcome: object): Step =>
  call('UploadPartCopy', { UploadId, PartNumber: 1, CopySource: '{id}/source', ...more }, outcome);
const source: Step = { call: 's3.PutObject', input: { Bucket, Key: 'source', Body: '0123456789' }, as: 'source' };
const FORM =
  'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy';
const condition = (name: string) => ({
  error: {
    code: 'PreconditionFailed',
    message: 'At least one of the pre-conditions you specified did not hold',
    status: 412,
    contains: { Condition: `x-amz-copy-source-${name}` },
  },
});

const copies: RecordedCase[] = [
  ...['0-8', 'bytes=1-0', 'bytes=-1-', 'bytes=0--1', 'bytes=0-1,3-4,7-9', 'bytes=-', 'bytes=-0', 'bytes=1-', 'bytes=-2', 'bytes=-15'].map(
    (CopySourceRange) => ({
      title: `the range ${CopySourceRange} of a part's source has not the form of one`,
      source: api('test_upload_part_copy_range'),
      recorded: '2026-02',
      steps: [
        create,
        source,
        begin(),
        copyPart(
          { CopySourceRange },
          refused('InvalidArgument', FORM, { ArgumentName: 'x-amz-copy-source-range', ArgumentValue: CopySourceRange }),
        ),
      ],
    }),
  ),
  {
    title: "a range that ends behind a part's source is refused, and in other words if it begins there",
    source: api('test_upload_part_copy_range'),
    recorded: '2026-02',
    steps: [
      create,
      source,
      begin(),
      copyPart(
        { CopySourceRange: 'bytes=0-100' },
        refused('InvalidArgument', 'Range specified is not valid for source object of size: 10', {
          ArgumentName: 'x-amz-copy-source-range',
          ArgumentValue: 'bytes=0-100',
        }),
      ),
      copyPart(
        { CopySourceRange: 'bytes=100-200' },
        refused('InvalidRequest', 'The specified copy range is invalid for the source object size'),
      ),
      copyPart({ CopySourceRange: 'bytes=0-8' }, { contains: { CopyPartResult: { ETag: '"22975d8a5ed1b91445f6c55ac121505b"' } } }),
    ],
  },
  ...(
    [
      ['If-Match', { CopySourceIfMatch: '"none"' }],
      ['If-None-Match', { CopySourceIfNoneMatch: '{source.ETag}' }],
      ['If-Unmodified-Since', { CopySourceIfUnmodifiedSince: new Date('2020-01-01T00:00:00Z') }],
    ] as const
  ).map(([name, more]) => ({
    title: `a part is not copied if ${name} of its source fails`,
    source: api('test_upload_part_copy_with_copy_source_if_match_failed, …_if_none_match_failed, …_if_unmodified_since_match_failed'),
    recorded: '2026-02',
    steps: [create, source, begin(), copyPart(more, condition(name))],
  })),
];

const orders: RecordedCase[] = [
  {
    title: 'parts are completed in ascending order, and have numbers from 1',
    source: s3('TestS3::test_complete_multipart_parts_order'),
    recorded: '2026-02',
    steps: [
      create,
      begin(),
      call(
        'UploadPart',
        { UploadId, PartNumber: -1, Body: 'x' },
        refused('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive', {
          ArgumentName: 'partNumber',
          ArgumentValue: '-1',
        }),
      ),
      part(1, 'x'),
      part(2, 'y'),
      complete(
        [named(2), named(1)],
        refused('InvalidPartOrder', 'The list of parts was not in ascending order. Parts must be ordered by part number.', { UploadId }),
      ),
    ],
  },
  {
    title: 'an upload that is not there is named by every operation',
    source: s3('TestS3::test_multipart_no_such_upload, test_multipart_and_list_parts, test_multipart_key_validation'),
    recorded: '2026-02',
    steps: [
      create,
      call('UploadPart', { UploadId: 'fakeid', PartNumber: 1, Body: 'x' }, NO_UPLOAD),
      call('CompleteMultipartUpload', { UploadId: 'fakeid', MultipartUpload: { Parts: [{ PartNumber: 1, ETag: '"x"' }] } }, NO_UPLOAD),
      call('AbortMultipartUpload', { UploadId: 'fakeid' }, NO_UPLOAD),
      begin(),
      ...['ListParts', 'AbortMultipartUpload'].map((operation) => call(operation, { UploadId, Key: 'other' }, NO_UPLOAD)),
    ],
  },
  {
    title: 'a completion needs parts, and all but the last of 5 MiB',
    source: s3('TestS3::test_multipart_complete_multipart_too_small'),
    recorded: '2026-02',
    steps: [
      create,
      begin(),
      part(1, 'test'),
      part(2, 'test'),
      call('CompleteMultipartUpload', { UploadId }, refused('InvalidRequest', 'You must specify at least one part')),
      complete(
        [named(1), named(2)],
        refused('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
          ETag: '098f6bcd4621d373cade4e832627b4f6',
          MinSizeAllowed: '5242880',
          PartNumber: '1',
          ProposedSize: '4',
        }),
      ),
    ],
  },
  {
    title: 'a completion names the part that it does not find',
    source: s3('TestS3::test_multipart_complete_multipart_wrong_part'),
    recorded: '2026-02',
    steps: [
      create,
      begin(),
      part(1, 'test'),
      complete(
        [{ PartNumber: 2, ETag: '{part1.ETag}' }],
        refused('InvalidPart', INVALID_PART, { PartNumber: '2', ETag: '098f6bcd4621d373cade4e832627b4f6', UploadId }),
      ),
      complete(
        [{ PartNumber: 1, ETag: '"d41d8cd98f00b204e9800998ecf8427e"' }],
        refused('InvalidPart', INVALID_PART, { PartNumber: '1', ETag: 'd41d8cd98f00b204e9800998ecf8427e', UploadId }),
      ),
    ],
  },
  {
    title: 'a completion may name the size of the object',
    source: sums('test_multipart_size_validation'),
    recorded: '2026-02',
    steps: [
      create,
      begin(),
      part(1, 'test'),
      complete(
        [named(1)],
        refused('InvalidRequest', "The provided 'x-amz-mp-object-size' header value 5 does not match what was computed: 4"),
        { MpuObjectSize: 5 },
      ),
      complete([named(1)], { contains: { Key } }, { MpuObjectSize: 4 }),
    ],
  },
];

const checksums: RecordedCase[] = [
  ...(
    [
      ['COMPOSITE', 'CRC64NVME'],
      ['FULL_OBJECT', 'SHA1'],
      ['FULL_OBJECT', 'SHA256'],
    ] as const
  ).map(([ChecksumType, ChecksumAlgorithm]) => ({
    title: `there is no checksum ${ChecksumAlgorithm} of the type ${ChecksumType}`,
    source: sums('test_multipart_checksum_type_compatibility'),
    recorded: '2026-02',
    steps: [
      create,
      call(
        'CreateMultipartUpload',
        { ChecksumType, ChecksumAlgorithm },
        refused(
          'InvalidRequest',
          `The ${ChecksumType} checksum type cannot be used with the ${ChecksumAlgorithm.toLowerCase()} checksum algorithm.`,
        ),
      ),
    ],
  })),
  {
    title: 'a checksum type needs an algorithm, and that a known one',
    source: sums('test_multipart_parts_checksum_exceptions_composite'),
    recorded: '2026-02',
    steps: [
      create,
      call(
        'CreateMultipartUpload',
        { ChecksumAlgorithm: 'TEST' },
        refused(
          'InvalidRequest',
          'Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]',
        ),
      ),
      ...['COMPOSITE', 'FULL_OBJECT'].map((ChecksumType) => ({
        http: 'POST /{id}/k?uploads',
        service: 's3',
        headers: { 'x-amz-checksum-type': ChecksumType },
        status: 400,
        answerBody:
          /<Code>InvalidRequest<\/Code><Message>The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header\.</,
      })),
    ],
  },
  {
    title: 'a completion has the checksum type of its upload',
    source: sums('test_multipart_parts_checksum_exceptions_full_object, test_complete_multipart_parts_checksum_default'),
    recorded: '2026-02',
    steps: [
      create,
      begin({ ChecksumAlgorithm: 'CRC32C', ChecksumType: 'FULL_OBJECT' }),
      part(1, 'abc', { ChecksumAlgorithm: 'CRC32C' }),
      complete(
        [named(1, { ChecksumCRC32C: '{part1.ChecksumCRC32C}' })],
        refused(
          'InvalidRequest',
          'The upload was created using the FULL_OBJECT checksum mode. The complete request must use the same checksum mode.',
        ),
        { ChecksumType: 'COMPOSITE' },
      ),
      complete(
        [named(1, { ChecksumCRC32C: '{part1.ChecksumCRC32C}' })],
        refused('BadDigest', 'The crc32c you specified did not match the calculated checksum.'),
        { ChecksumType: 'FULL_OBJECT', ChecksumCRC32C: 'y/U6HA==' },
      ),
      complete(
        [named(1, { ChecksumCRC32C: '{part1.ChecksumCRC32C}' })],
        { contains: { ChecksumCRC32C: '{part1.ChecksumCRC32C}', ChecksumType: 'FULL_OBJECT' } },
        { ChecksumType: 'FULL_OBJECT', ChecksumCRC32C: '{part1.ChecksumCRC32C}' },
      ),
    ],
  },
  {
    title: 'parts have the checksum algorithm of their upload, and a completion names their checksums where they are composed',
    source: sums('test_complete_multipart_parts_checksum_composite[SHA256], test_multipart_parts_checksum_exceptions_composite'),
    recorded: '2026-02',
    steps: [
      create,
      begin({ ChecksumAlgorithm: 'SHA256' }),
      call(
        'UploadPart',
        { UploadId, PartNumber: 1, Body: 'abc', ChecksumAlgorithm: 'CRC32' },
        refused('InvalidRequest', 'Checksum Type mismatch occurred, expected checksum Type: sha256, actual checksum Type: crc32'),
      ),
      part(1, 'abc', { ChecksumAlgorithm: 'SHA256' }),
      complete(
        [named(1)],
        refused(
          'InvalidRequest',
          'The upload was created using a sha256 checksum. The complete request must include the checksum for each part. It was missing for part 1 in the request.',
        ),
      ),
      complete(
        [named(1, { ChecksumSHA256: 'LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=' })],
        refused('InvalidPart', INVALID_PART, { PartNumber: '1' }),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...copies, ...orders, ...checksums] };
