// Asked by Node's own resolver: the cloud's names, other names, and what is no question.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { messageLines } from '../../../test/support/message-lines.ts';
import { addressFor } from './address.ts';
import { type NameServer, type NameServerOptions, openNameServer } from './name-server.ts';

const opened: NameServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});
const log = messageLines();

async function open(more: Partial<NameServerOptions> = {}): Promise<{ server: NameServer; resolver: Resolver }> {
  const server = await openNameServer({
    listen: '127.0.0.1:0',
    upstream: '127.0.0.1:9',
    leave: '',
    gatewayHost: '127.0.0.1',
    log,
    ...more,
  });
  opened.push(server!);
  const resolver = new Resolver({ tries: 1 });
  resolver.setServers([`127.0.0.1:${server!.address.port}`]);
  return { server: server!, resolver };
}

it.each([{ listen: '127.0.0.1:70000' }, { upstream: '127.0.0.1:70000' }])('there is no such port: %j', async (address) => {
  await expect(open(address)).rejects.toMatchObject({
    code: 'ADDRESS_INVALID',
    message: expect.stringMatching(/^DNS_\w+=127.0.0.1:70000 is/),
  });
});

describe('names', () => {
  it.each([
    'sqs.us-east-1.amazonaws.com',
    'S3.amazonaws.com',
    'bucket.s3.eu-west-1.amazonaws.com',
    'abc.execute-api.us-east-1.amazonaws.com',
    'abc.lambda-url.us-east-1.on.aws',
    'lambda.us-east-1.api.aws',
    'localhost.localstack.cloud',
    'x.localhost.localstack.cloud',
  ])('%s is the emulator', async (name) => {
    const { resolver } = await open();
    expect(await resolver.resolve4(name)).toEqual(['127.0.0.1']);
    await expect(resolver.resolve6(name)).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('have an IPv6 address where the gateway does', async () => {
    const { resolver } = await open({ gatewayHost: '::1' });
    expect(await resolver.resolve6('s3.amazonaws.com')).toEqual(['::1']);
  });

  it('of others go upstream, and so do those that are left to it', async () => {
    const upstream = await open({ gatewayHost: '10.1.2.3' });
    const { resolver } = await open({ upstream: `127.0.0.1:${upstream.server.address.port}`, leave: '^s3\\.' });
    expect(await resolver.resolve4('s3.amazonaws.com')).toEqual(['10.1.2.3']);
    expect(await resolver.resolve4('sqs.amazonaws.com')).toEqual(['127.0.0.1']);
    const dead = await open();
    await expect(dead.resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('are answered over TCP too', async () => {
    const { server } = await open();
    const socket = connect(server.address.port, '127.0.0.1');
    const question = Buffer.from('0007010000010000000000000373716109616d617a6f6e61777303636f6d0000010001', 'hex');
    socket.write(Buffer.concat([Buffer.from([0, question.length]), question.subarray(0, 10)]));
    socket.write(question.subarray(10));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect([...answer.subarray(-4)]).toEqual([127, 0, 0, 1]);
    expect(answer.readUInt16BE(2)).toBe(7);
  });
});

it('survives what is no question', async () => {
  const { server, resolver } = await open();
  const socket = createSocket('udp4');
  for (const size of [0, 1, 11, 12, 13, 17, 40, 600]) socket.send(Buffer.alloc(size, 0x11), server.address.port, '127.0.0.1');
  for (const text of ['000001000001000000000000ff', '00000100000100000000000003616263', '000001000001000000000000c00c00010001'])
    socket.send(Buffer.from(text, 'hex'), server.address.port, '127.0.0.1');
  expect(await resolver.resolve4('s3.amazonaws.com')).toEqual(['127.0.0.1']);
  socket.close();
});

it('does not wait for who keeps a connection open', async () => {
  const { server } = await open();
  const socket = connect(server.address.port, '127.0.0.1');
  const question = Buffer.from('0007010000010000000000000373716109616d617a6f6e61777303636f6d0000010001', 'hex');
  socket.write(Buffer.concat([Buffer.from([0, question.length]), question]));
  await once(socket, 'data');
  const closed = once(socket, 'close');
  await server.close();
  await closed;
});

it('says so and goes on where its port is taken', async () => {
  const { server } = await open();
  const listen = `127.0.0.1:${server.address.port}`;
  expect(await openNameServer({ listen, upstream: '', leave: '', gatewayHost: '127.0.0.1', log })).toBeUndefined();
  expect(log.lines.at(-1)).toMatch(/no name server at .* names are resolved as before/);
});

it('tells each asker an address that it reaches', () => {
  const info = { family: 'IPv4', internal: false, netmask: '', mac: '' } as const;
  const interfaces = {
    eth0: [{ ...info, address: '192.168.1.5', cidr: '192.168.1.5/24' }],
    docker0: [{ ...info, address: '172.17.0.1', cidr: '172.17.0.1/16' }],
  };
  expect(addressFor('172.17.3.4', '0.0.0.0', interfaces)).toBe('172.17.0.1');
  expect(addressFor('127.0.0.1', '0.0.0.0', interfaces)).toBe('127.0.0.1');
  expect(addressFor('8.8.8.8', '0.0.0.0', interfaces)).toBe('192.168.1.5');
  expect(addressFor('172.17.3.4', '10.0.0.1', interfaces)).toBe('10.0.0.1');
});
