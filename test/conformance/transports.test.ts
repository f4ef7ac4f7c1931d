// The same port speaks HTTP/1.1, HTTP/2 with prior knowledge, and TLS with a certificate for whatever name is asked for.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

let emulator: TestEmulator;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
  emulator = await startTestEmulator({ authorityDirectory: folder });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

const overHttp2 = async (session: http2.ClientHttp2Session): Promise<string> => {
  const stream = session.request({ ':path': '/_emulator/health' });
  stream.end();
  let text = '';
  for await (const chunk of stream) text += chunk;
  session.close();
  return text;
};

const ask = (host: string, ca: string): Promise<number> =>
  new Promise((resolve, reject) => {
    https
      .get(
        { host: '127.0.0.1', port: emulator.port, path: '/_emulator/health', servername: host, headers: { host }, ca, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      )
      .on('error', reject);
  });

describe('the port', () => {
  it('speaks HTTP/2 with prior knowledge', async () => {
    expect(JSON.parse(await overHttp2(http2.connect(emulator.url)))).toMatchObject({ status: 'ok' });
  });

  it('speaks TLS under any cloud name, trusted through its own authority', async () => {
    await expect(ask('sqs.us-east-1.amazonaws.com', '')).rejects.toThrow();
    const ca = readFileSync(join(folder, 'authority.pem'), 'utf8');
    expect(await ask('sqs.us-east-1.amazonaws.com', ca)).toBe(200);
    expect(await ask('my-bucket.s3.eu-west-1.amazonaws.com', ca)).toBe(200);
  });

  it('speaks HTTP/2 over TLS where the client offers it', async () => {
    const ca = readFileSync(join(folder, 'authority.pem'), 'utf8');
    expect(
      JSON.parse(await overHttp2(http2.connect(emulator.url.replace('http', 'https'), { ca, servername: 'localhost' }))),
    ).toMatchObject({ status: 'ok' });
  });

  it('keeps its authority from one start to the next', async () => {
    const before = readFileSync(join(folder, 'authority.pem'), 'utf8');
    await using second = await startTestEmulator({ authorityDirectory: folder });
    const socket = tls.connect({ host: '127.0.0.1', port: second.port, servername: 'localhost', ca: before });
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
    });
    expect(socket.authorized).toBe(true);
    socket.destroy();
  });
});

it('a body that is given up in the middle leaves no connection on which the next request waits', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const send = (headers: Record<string, string>, body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = http.request(emulator.url, { method: 'POST', agent, headers }, (answer) => {
        answer.on('end', () => resolve(answer.statusCode ?? 0)).resume();
      });
      request.on('error', reject).end(body);
    });
  const target = { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' };
  const chunked = { ...target, 'content-encoding': 'aws-chunked', 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
  for (let round = 0; round < 3; round++) {
    await send(chunked, Buffer.concat([Buffer.from('1;x\r\n'), Buffer.alloc(250_000, 97)])).catch(() => 0);
    expect(await send(target, Buffer.from('{}'))).toBe(200);
  }
  agent.destroy();
});

describe('offers to change the protocol', () => {
  const offer = (headers: Record<string, string>, body = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const lines = Object.entries({ host: 'localhost', connection: 'Upgrade', ...headers }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      const socket = net.connect(emulator.port, '127.0.0.1', () =>
        socket.write(`POST /_emulator/health HTTP/1.1\r\n${lines.join('')}\r\n${body}`),
      );
      socket.once('data', (data) => {
        resolve(data.toString().split('\r\n', 1)[0]!);
        socket.destroy();
      });
      socket.once('error', reject);
    });

  it('that are no WebSockets are answered as if they were not there, with their bodies read', async () => {
    const body = '{"features:a":"b"}';
    const h2c = {
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    expect(await offer(h2c, body)).toMatch(/^HTTP\/1\.1 (?!101)/);
  });

  it('for WebSockets where there are none are refused', async () => {
    const socket = { upgrade: 'websocket', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-version': '13' };
    expect(await offer(socket)).toBe('HTTP/1.1 404 Not Found');
  });
});
