import { expect, it } from 'vitest';
import { memoryBytes, parseDockerFlags, shellWords } from './flags.ts';

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

it('names what it does not take', () => {
  expect(() => parseDockerFlags('--detach')).toThrow(/--detach is no flag/);
  expect(() => parseDockerFlags('-e')).toThrow(/-e needs a value/);
  expect(() => memoryBytes('lots')).toThrow(/no amount of memory/);
  expect([memoryBytes('512'), memoryBytes('1k'), memoryBytes('1.5m'), memoryBytes('2GB')]).toEqual([512, 1024, 1_572_864, 2 * 1024 ** 3]);
});
