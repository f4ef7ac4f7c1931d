// Events to begin a test with.

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const ACCOUNT = '000000000000';

export const TEMPLATES: readonly (readonly [title: string, event: string])[] = [
  ['Hello', json({ hello: 'world' })],
  [
    'Event bus',
    json({
      version: '0',
      id: '6f2f7d0e-1f6c-4a7e-9d7e-2f8a3a1f0c11',
      'detail-type': 'OrderPlaced',
      source: 'shop',
      account: ACCOUNT,
      time: '2026-01-01T12:00:00Z',
      region: 'us-east-1',
      resources: [],
      detail: { id: 'o-1', total: 12.5 },
    }),
  ],
  [
    'Queue',
    json({
      Records: [
        {
          messageId: '059f36b4-87a3-44ab-83d2-661975830a7d',
          receiptHandle: 'handle',
          body: '{"id":"o-1"}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: '1767268800000',
            SenderId: ACCOUNT,
            ApproximateFirstReceiveTimestamp: '1767268800001',
          },
          messageAttributes: {},
          md5OfBody: '',
          eventSource: 'aws:sqs',
          eventSourceARN: `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`,
          awsRegion: 'us-east-1',
        },
      ],
    }),
  ],
  [
    'Object created',
    json({
      Records: [
        {
          eventVersion: '2.1',
          eventSource: 'aws:s3',
          awsRegion: 'us-east-1',
          eventTime: '2026-01-01T12:00:00.000Z',
          eventName: 'ObjectCreated:Put',
          s3: { bucket: { name: 'uploads', arn: 'arn:aws:s3:::uploads' }, object: { key: 'photo.jpg', size: 1024 } },
        },
      ],
    }),
  ],
  [
    'HTTP (version 2.0)',
    json({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/orders',
      rawQueryString: '',
      headers: { 'content-type': 'application/json' },
      requestContext: { http: { method: 'POST', path: '/orders', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'explorer' } },
      body: '{"id":"o-1"}',
      isBase64Encoded: false,
    }),
  ],
];
