// Recorded behaviour of object storage with metadata beyond ASCII, in headers and in forms.
import { localstack, type RecordedCase, type RecordedCases } from '../case.ts';

const Bucket = '{id}';
const create = { call: 's3.CreateBucket', input: { Bucket } };

const FORM: Record<string, string> = {
  key: 'test_unicode—_file.pdf',
  'Content-Disposition': 'filename="test_—_file%E2%80%94_é_2-.pdf"',
  'Cache-Control': 'non-ascii-%E2%80%94_—_é_',
  'x-amz-meta-nonascii': 'ÄMÄZÕÑ S3',
  'x-amz-meta-nonascii-2': 'test_—_file%E2%80%94_é_2👑.pdf',
  'x-amz-meta-utf-8': '\0\x01\x02\x03\x04',
  'x-amz-meta-q-encoded': '=?UTF-8?Q?actually-ascii?=',
  'x-amz-meta-b-encoded': '=?UTF-8?B?YWJj?=',
  'x-amz-credential': '{account}/20260101/us-east-1/s3/aws4_request',
  success_action_status: '201',
  file: 'test-body-tagging',
};
const body = [
  ...Object.entries(FORM).map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  '--edge--\r\n',
].join('');

const cases: RecordedCase[] = [
  {
    title: 'encoded words of metadata are decoded, and encoded only where the text is not ASCII',
    source: localstack('s3/test_s3.py::TestS3::test_user_metadata_rfc2047_encoded'),
    recorded: '2026-02',
    steps: [
      create,
      {
        call: 's3.PutObject',
        input: {
          Bucket,
          Key: 'test',
          Metadata: {
            'non-ascii': '=?utf-8?q?test=5F=E2=80=94=5Ffile=25E2=2580=2594=5F=C3=A9=5F2=3F=2Epdf?=',
            'non-ascii-2': '=?UTF-8?B?w4RNw4Raw5XDkSBTMw==?=',
            'non-ascii-binary': '=?UTF-8?Q?=00=01=02=03?=',
            'replacement-chars': '=?UTF-8?Q?=EF=BF=BD=EF=BF=BD=EF=BF=BD=EF=BF=BD=EF=BF=BD=EF=BF=BD=EF=BF=BD?=',
            'fake-encoded': '=?UTF-8?Q?actually-ascii?=',
            'asciib64-encoded': '=?UTF-8?B?YWJj?=',
            'safe-chars': '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t',
          },
        },
      },
      {
        call: 's3.GetObject',
        input: { Bucket, Key: 'test' },
        contains: {
          Metadata: {
            'non-ascii': '=?UTF-8?Q?test=5F=E2=80=94=5Ffile%E2%80%94=5F=C3=A9=5F2=3F.pdf?=',
            'non-ascii-2': '=?UTF-8?Q?=C3=84M=C3=84Z=C3=95=C3=91_S3?=',
            'non-ascii-binary': '=?UTF-8?B?AAECAw==?=',
            'replacement-chars': '=?UTF-8?B?77+977+977+977+977+977+977+9?=',
            'fake-encoded': 'actually-ascii',
            'asciib64-encoded': 'abc',
            'safe-chars': '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
          },
        },
      },
    ],
  },
  {
    title: 'metadata of a form is text, and its headers have a space for each character beyond ISO 8859-1',
    source: localstack('s3/test_s3.py::TestS3PresignedPost::test_post_object_with_unicode_metadata'),
    recorded: '2026-02',
    steps: [
      create,
      {
        http: 'POST /{id}',
        service: 's3',
        unsigned: true,
        headers: { 'content-type': 'multipart/form-data; boundary=edge' },
        body,
        status: 201,
        answerHeaders: { location: /\/test_unicode%E2%80%94_file\.pdf$/ },
        answerBody: /<Location>[^<]*\/test_unicode%E2%80%94_file\.pdf<.*<Key>test_unicode—_file\.pdf</,
      },
      {
        call: 's3.HeadObject',
        input: { Bucket, Key: FORM['key'] },
        contains: {
          CacheControl: 'non-ascii-%E2%80%94_ _é_',
          ContentDisposition: 'filename="test_ _file%E2%80%94_é_2-.pdf"',
          ContentLength: 17,
          ContentType: 'binary/octet-stream',
          Metadata: {
            'b-encoded': '=?UTF-8?B?YWJj?=',
            nonascii: '=?UTF-8?Q?=C3=84M=C3=84Z=C3=95=C3=91_S3?=',
            'nonascii-2': '=?UTF-8?Q?test=5F=E2=80=94=5Ffile%E2%80%94=5F=C3=A9=5F2=F0=9F=91=91.pdf?=',
            'q-encoded': '=?UTF-8?Q?actually-ascii?=',
            'utf-8': '=?UTF-8?B?AAECAwQ=?=',
          },
        },
      },
    ],
  },
  {
    title: 'a header that a read asks for has characters of ISO 8859-1',
    source: localstack('s3/test_s3.py::TestS3PresignedUrl::test_get_response_overrides_unicode_metadata_with_sig_s3'),
    recorded: '2026-02',
    steps: [
      create,
      { call: 's3.PutObject', input: { Bucket, Key: 'k', Body: 'v' } },
      {
        call: 's3.GetObject',
        input: { Bucket, Key: 'k', ResponseCacheControl: 'non-ascii-%E2%80%94_—_é_' },
        error: {
          code: 'InvalidArgument',
          message: 'Header value cannot be represented using ISO-8859-1.',
          contains: { ArgumentName: 'response-cache-control', ArgumentValue: 'non-ascii-%E2%80%94_—_é_' },
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases };
