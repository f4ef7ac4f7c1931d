// Requests of the established emulator's wrappers, replayed: the hosts of awslocal and the provider file of tflocal.
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

interface RecordedRequest {
  method?: string;
  path?: string;
  host: string;
  headers?: Record<string, string>;
  body?: string;
}

function ask({ method = 'GET', path = '/', host, headers = {}, body }: RecordedRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port: emulator.port, host: '127.0.0.1', method, path, headers: { ...headers, host: `${host}:${emulator.port}` } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const signed = (service: string): Record<string, string> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});

describe('awslocal', () => {
  it('addresses buckets under s3.localhost.localstack.cloud, by path and by host', async () => {
    const s3 = { headers: signed('s3'), method: 'PUT' };
    expect((await ask({ ...s3, host: 's3.localhost.localstack.cloud', path: '/by-path' })).status).toBe(200);
    expect((await ask({ ...s3, host: 'by-path.s3.localhost.localstack.cloud', path: '/key', body: 'text' })).status).toBe(200);
    expect(await ask({ host: 'by-path.s3.localhost.localstack.cloud', path: '/key', headers: signed('s3') })).toEqual({
      status: 200,
      text: 'text',
    });
  });

  it('reaches other services under localhost and localhost.localstack.cloud', async () => {
    const headers = { ...signed('sqs'), 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.CreateQueue' };
    for (const host of ['localhost', 'localhost.localstack.cloud', 'sqs.us-east-1.localhost.localstack.cloud']) {
      const { status, text } = await ask({ method: 'POST', host, headers, body: '{"QueueName":"q"}' });
      expect([status, JSON.parse(text).QueueUrl]).toEqual([200, `http://${host}:${emulator.port}/000000000000/q`]);
    }
  });
});

describe('the health check that wrappers wait for', () => {
  it('is the established one', async () => {
    const { status, text } = await ask({ host: 'localhost.localstack.cloud', path: '/_localstack/health' });
    expect([status, JSON.parse(text)]).toMatchObject([200, { services: { s3: 'running' }, edition: 'community' }]);
  });
});
