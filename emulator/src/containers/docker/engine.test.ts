import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { architectureOf } from '#containers/dialled-in/binary-architecture';
import { connectOptions, enginePlaces } from './engine.ts';
import { isLeftover, LABELS } from './leftovers.ts';

const machine = (environment: Record<string, string>, files: Record<string, string> = {}) => ({
  ...{ environment, home: '/home/me', platform: 'linux' as const, uid: 1000, read: (path: string) => files[path] },
});

it('asks what the user names, the chosen context, or the usual sockets', () => {
  expect(enginePlaces(machine({ DOCKER_HOST: 'tcp://far:2375' }))).toEqual([{ host: 'tcp://far:2375', because: 'DOCKER_HOST' }]);
  const hash = createHash('sha256').update('colima').digest('hex');
  const files = {
    '/home/me/.docker/config.json': '{"currentContext":"colima"}',
    [`/home/me/.docker/contexts/meta/${hash}/meta.json`]: '{"Endpoints":{"docker":{"Host":"unix:///c.sock"}}}',
  };
  expect(enginePlaces(machine({}, files))).toEqual([{ host: 'unix:///c.sock', because: 'the docker context colima' }]);
  expect(enginePlaces(machine({ DOCKER_CONTEXT: 'default' }, files)).map(({ host }) => host)).toEqual(
    expect.arrayContaining([
      'unix:///var/run/docker.sock',
      'unix:///run/user/1000/docker.sock',
      'unix:///home/me/.docker/run/docker.sock',
      'unix:///run/podman/podman.sock',
    ]),
  );
});

it('understands addresses', () => {
  expect(connectOptions('unix:///a.sock', machine({}))).toEqual({ socketPath: '/a.sock' });
  expect(connectOptions('npipe:////./pipe/docker_engine', machine({}))).toEqual({ socketPath: '//./pipe/docker_engine' });
  expect(connectOptions('tcp://h', machine({}))).toEqual({ host: 'h', port: 2375, protocol: 'http' });
  const secure = machine({ DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: '/c' }, { '/c/ca.pem': 'CA' });
  expect(connectOptions('tcp://h:1', secure)).toEqual({ host: 'h', port: 1, protocol: 'https', ca: 'CA' });
  expect(() => connectOptions('ftp://me@h', machine({}))).toThrow(/only unix/);
  expect(() => connectOptions('ssh://me@h', machine({}))).toThrow(/ssh -nNT .* me@h, and DOCKER_HOST=unix:/);
});

it('knows what is left over from what belongs to others', () => {
  const mine = { [LABELS.owner]: `${hostname()}/77`, [LABELS.instance]: 'i' };
  const dead = () => false;
  const alive = () => true;
  expect(isLeftover(mine, undefined, 'self', dead)).toBe(true);
  expect(isLeftover(mine, undefined, 'self', alive)).toBe(false);
  expect(isLeftover(mine, 'i', 'self', alive)).toBe(true);
  expect(isLeftover(mine, 'i', `${hostname()}/77`, dead)).toBe(false);
  expect(isLeftover({ ...mine, [LABELS.owner]: 'elsewhere/77' }, 'j', 'self', dead)).toBe(false);
  expect(isLeftover({ unrelated: 'x' }, 'i', 'self', dead)).toBe(false);
});

it('tells for what a program was built', () => {
  const elf = (machine: number) => Buffer.from([0x7f, 0x45, 0x4c, 0x46, ...Array(14).fill(0), machine, 0]);
  expect([architectureOf(elf(0x3e)), architectureOf(elf(0xb7)), architectureOf(new Uint8Array(20))]).toEqual([
    'x86_64',
    'arm64',
    undefined,
  ]);
});
