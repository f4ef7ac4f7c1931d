import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { memoryBytes } from './flag-values.ts';
import { opensSystemCalls, parseDockerFlags, shellWords } from './flags.ts';

it('splits words as a shell does', () => {
  expect(shellWords(`-e 'A=b c' -e "D=\\"e\\"" x\\ y ''`)).toEqual(['-e', 'A=b c', '-e', 'D="e"', 'x y', '']);
  expect(() => shellWords(`-e 'A`)).toThrow(/not closed/);
});

it('reads what people put there', () => {
  const flags = parseDockerFlags(
    `-e A=1 --env B=x=y -v /host:/in:ro -p 8080:80 -p 127.0.0.1:53:53/udp --label team=a --network net --add-host db:10.0.0.1
     --dns=1.1.1.1 -m 1g --cpus 0.5 --ulimit nofile=1024:2048 -u 1000 --privileged --tmpfs /scratch:size=1m --platform linux/arm64
     --mount type=bind,source=/a,target=/b,readonly -w/work --cap-add SYS_PTRACE --gpus all --shm-size=64m`,
  );
  expect(flags.env).toEqual({ A: '1', B: 'x=y' });
  expect(flags.labels).toEqual({ team: 'a' });
  expect(flags.platform).toBe('linux/arm64');
  expect(flags.create).toEqual({ User: '1000', WorkingDir: '/work', ExposedPorts: { '80/tcp': {}, '53/udp': {} } });
  expect(flags.host).toEqual({
    Binds: ['/host:/in:ro'],
    PortBindings: { '80/tcp': [{ HostIp: '', HostPort: '8080' }], '53/udp': [{ HostIp: '127.0.0.1', HostPort: '53' }] },
    NetworkMode: 'net',
    ExtraHosts: ['db:10.0.0.1'],
    Dns: ['1.1.1.1'],
    Memory: 1024 ** 3,
    NanoCpus: 500_000_000,
    Ulimits: [{ Name: 'nofile', Soft: 1024, Hard: 2048 }],
    Privileged: true,
    Tmpfs: { '/scratch': 'size=1m' },
    Mounts: [{ Type: 'bind', Target: '/b', Source: '/a', ReadOnly: true }],
    CapAdd: ['SYS_PTRACE'],
    DeviceRequests: [{ Driver: '', Count: -1, Capabilities: [['gpu']] }],
    ShmSize: 64 * 1024 ** 2,
  });
});

it('reads files, limits and addresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flags-'));
  writeFileSync(join(folder, 'env'), '# a comment\n\nA=from file\nB=x=y\n');
  writeFileSync(join(folder, 'labels'), 'team=b\n');
  const flags = parseDockerFlags(
    `--env-file ${folder}/env --label-file ${folder}/labels --network net --network-alias fn --network-alias=f --ip 10.1.2.3 --expose 8080 -P
     --memory-reservation 64m --cpu-period 1000 --cpu-quota 500 --oom-score-adj -5 --log-opt max-size=1m --log-driver local --domainname d`,
  );
  rmSync(folder, { recursive: true });
  expect([flags.env, flags.labels]).toEqual([{ A: 'from file', B: 'x=y' }, { team: 'b' }]);
  expect(flags.endpoint).toEqual({ Aliases: ['fn', 'f'], IPAMConfig: { IPv4Address: '10.1.2.3' } });
  expect(flags.create).toEqual({ ExposedPorts: { '8080/tcp': {} }, Domainname: 'd' });
  expect(flags.host).toEqual({
    ...{ NetworkMode: 'net', PublishAllPorts: true, MemoryReservation: 64 * 1024 ** 2, CpuPeriod: 1000, CpuQuota: 500, OomScoreAdj: -5 },
    LogConfig: { Type: 'local', Config: { 'max-size': '1m' } },
  });
});

it('takes a variable by its name from this process, where that has it', () => {
  vi.stubEnv('FLAGS_TEST', 'here');
  expect(parseDockerFlags('-e FLAGS_TEST -e FLAGS_TEST_NOT').env).toEqual({ FLAGS_TEST: 'here' });
  vi.unstubAllEnvs();
});

it('reads flags without a value: alone, told, and by letters in a row', () => {
  expect(parseDockerFlags('--privileged=true --init=0 -Pe A=1')).toMatchObject({
    host: { Privileged: true, PublishAllPorts: true },
    env: { A: '1' },
  });
  expect(parseDockerFlags('--init=0').host).toEqual({});
  expect(() => parseDockerFlags('-Pd')).toThrow(/-d is not for containers of functions/);
  expect(() => parseDockerFlags('--privileged=maybe')).toThrow(/--privileged is true or false, not maybe/);
});

it('names what it does not take', () => {
  expect(() => parseDockerFlags('--nonsense')).toThrow(/--nonsense is no flag/);
  expect(() => parseDockerFlags('-d')).toThrow(/-d is not for containers of functions: .* never in the foreground/);
  expect(() => parseDockerFlags('--entrypoint sh')).toThrow(/ImageConfig says what it starts/);
  expect(() => parseDockerFlags('--env-file /nowhere')).toThrow(/\/nowhere cannot be read/);
  for (const flag of ['--cpu-shares', '--cpus', '--gpus', '--stop-timeout', '--ulimit'])
    expect(() => parseDockerFlags(`${flag} ${flag === '--ulimit' ? 'nofile=many' : 'many'}`)).toThrow(/many is no number/);
  expect(() => parseDockerFlags('--pids-limit 1.5')).toThrow(/1.5 is no whole number/);
  expect(() => parseDockerFlags('--mount type=bind,src=/a,dst=/b,bind-propagation=shared')).toThrow(/says bind-propagation, which is not/);
  expect(() => parseDockerFlags('--mount type=image,src=a,dst=/b')).toThrow(/no type that is taken \(bind, volume, tmpfs\)/);
  expect(() => parseDockerFlags('-e')).toThrow(/-e needs a value/);
  expect(() => memoryBytes('lots')).toThrow(/no amount of memory/);
  expect([memoryBytes('512'), memoryBytes('1k'), memoryBytes('1.5m'), memoryBytes('2GB')]).toEqual([512, 1024, 1_572_864, 2 * 1024 ** 3]);
});

it.each([
  ['', false],
  ['--security-opt label=disable', false],
  ['--privileged=false', false],
  ['--privileged', true],
  ['--security-opt seccomp=unconfined', true],
  ['--security-opt=seccomp:unconfined', true],
])('flags that choose the system calls of containers: %s', (flags, opens) => {
  expect(opensSystemCalls(parseDockerFlags(flags))).toBe(opens);
});
