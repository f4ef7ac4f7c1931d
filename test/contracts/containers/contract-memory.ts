// How the memory of an environment is counted: pages that processes share once, shared memory although no process has it mapped.

import { expect, it } from 'vitest';
import { findInterpreters } from '#containers/embedded/interpreters';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, invoke } from './contract-fixture.ts';

const { found } = await findInterpreters('python');
const noPython = found.length === 0 && 'no Python from 3.8 on is on this machine';

const CHILDREN = `const { spawn } = require('child_process');
exports.handler = async () => {
  const idle = () => new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', 'console.log(1); setTimeout(() => {}, 60000)'], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.once('data', () => resolve(child)); });
  const held = await Promise.all([1, 2, 3].map(idle));
  // Long enough for several measurements.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return held.filter((child) => child.kill()).length; };`;

const PYTHON = `import ctypes, mmap, os, signal, time
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
MB = 1 << 20
def memfd():
    fd = os.memfd_create("held")
    for _ in range(400): os.write(fd, b"x" * MB)
def several():
    for _ in range(40):
        fd = os.memfd_create("held")
        for _ in range(10): os.write(fd, b"x" * MB)
def mapped():
    fd = os.memfd_create("held")
    os.ftruncate(fd, 400 * MB)
    held = mmap.mmap(fd, 400 * MB)
    os.close(fd)
    for at in range(0, 400 * MB, 4096): held[at] = 1
    return held
def shared():
    held = mmap.mmap(-1, 400 * MB)
    for at in range(0, 400 * MB, 4096): held[at] = 1
    return held
def child():
    if os.fork() == 0:
        os.setsid()
        memfd()
        signal.pause()
def renamed():
    libc.prctl(15, b"bwrap", 0, 0, 0)
    return bytearray(b"x") * (400 * MB)
def segments():
    for _ in range(8):
        segment = libc.shmget(0, ctypes.c_size_t(50 * MB), 0o1600)
        place = libc.shmat(segment, None, 0)
        ctypes.memset(ctypes.c_void_p(place), 1, 50 * MB)
        libc.shmdt(ctypes.c_void_p(place))
def forks():
    held = bytearray(b"x") * (120 * MB)
    children = []
    for _ in range(5):
        pid = os.fork()
        if pid == 0: signal.pause()
        children.append(pid)
    time.sleep(0.5)
    for pid in children:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    return len(held) // MB
def file():
    with open("/tmp/model", "wb") as out:
        for _ in range(300): out.write(b"x" * MB)
    with open("/tmp/model", "rb") as opened:
        view = mmap.mmap(opened.fileno(), 0, prot=mmap.PROT_READ)
        total = sum(view[at] for at in range(0, len(view), 4096))
        time.sleep(0.3)
    return total
def handler(event, context):
    held = globals()[event["take"]]()
    if event.get("forever"): signal.pause()
    return held`;

export function memoryCases(fixture: Fixture, contains: boolean): void {
  const python = it.skipIf(isMissing('memory of functions in Python', noPython));
  const ask = async (take: string, forever: boolean) => {
    const { environment } = await fixture.start('python3.12', 'app.handler', { 'app.py': PYTHON }, { memoryMb: 256, tmpMb: 512 });
    const answered = await invoke(environment, { take, forever });
    await environment.stop();
    return answered;
  };

  it('counts what processes share once', async () => {
    if (!fixture.runtime.enforcesMemory) return;
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': CHILDREN }, { memoryMb: 128 });
    const { body, report } = await invoke(environment);
    expect(body).toBe(3);
    expect(report.maxMemoryUsedMb).toBeLessThanOrEqual(128);
    await environment.stop();
  });

  const inSandboxes = ['segments', 'renamed'];
  python.each(['memfd', 'several', 'mapped', 'shared', 'child', ...(contains ? inSandboxes : [])])(
    'kills what takes more memory than it has: %s',
    async (take) => {
      if (!fixture.runtime.enforcesMemory) return;
      const { body, report } = await ask(take, true);
      expect(body).toMatchObject({ errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/signal: killed$/) });
      expect(report).toMatchObject({ maxMemoryUsedMb: 256, errorType: 'Runtime.OutOfMemory' });
    },
  );

  python('spares a process that shares its memory with children, and what is on the disk of /tmp', async () => {
    if (!fixture.runtime.enforcesMemory) return;
    expect((await ask('forks', false)).body).toBe(120);
    if (contains) expect((await ask('file', false)).body).toBe(300 * 256 * 120);
  });
}
