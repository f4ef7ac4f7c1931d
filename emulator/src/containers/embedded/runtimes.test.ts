import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isMissing } from '../../../../test/support/is-missing.ts';
import { untilPasses } from '../../../../test/support/until-passes.ts';
import { compilerAmong } from './find-java.ts';
import { gemFolders } from './find-ruby.ts';
import { findInterpreters, nearest } from './interpreters.ts';
import { javaBootstrap } from './java-bootstrap.ts';
import { pythonProgram } from './programs.ts';
import { PYTHON_COMPILED, PythonBootstraps } from './python-bootstrap.ts';
import { Runtimes, wantedBy } from './runtimes.ts';

const home = mkdtempSync(join(tmpdir(), 'interpreters-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const place = (path: string, text = '') => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text, { mode: 0o755 });
};

it('finds what version managers installed, and no shims', async () => {
  for (const version of ['v14.0.0', 'v18.20.1', 'v22.3.0']) place(`.nvm/versions/node/${version}/bin/node`);
  place('.local/share/fnm/node-versions/v24.1.0/installation/bin/node');
  place('.asdf/shims/node');
  place('elsewhere/bin/node');
  place(
    'elsewhere/include/node/node_version.h',
    '#define NODE_MAJOR_VERSION 23\n#define NODE_MINOR_VERSION 4\n#define NODE_PATCH_VERSION 5\n',
  );
  const env = { HOME: home, PATH: `${home}/.asdf/shims:${home}/elsewhere/bin` };
  const { found, lookedIn } = await findInterpreters('nodejs', env);
  expect(found.map(({ version }) => version)).toEqual([process.versions.node, '23.4.5', '22.3.0', '18.20.1', '24.1.0']);
  expect(lookedIn).toContain(join(home, '.nvm/versions/node'));
});

it('finds pythons from 3.8 on', async () => {
  for (const version of ['2.7.18', '3.7.1', '3.8.18', '3.13.0', 'pypy3.9-7.3']) place(`.pyenv/versions/${version}/bin/python3`);
  place('.local/share/uv/python/cpython-3.12.4-linux-x86_64-gnu/bin/python3');
  const { found } = await findInterpreters('python', { HOME: home, PATH: '' });
  expect(found.filter(({ path }) => path.startsWith(home)).map(({ version }) => version)).toEqual(['3.8.18', '3.13.0', '3.12.4']);
});

it('finds rubies and their gems', async () => {
  for (const version of ['2.6.1', '3.3.4', 'jruby-9.4.1.0']) place(`.rbenv/versions/${version}/bin/ruby`);
  place('.rbenv/versions/3.3.4/lib/ruby/gems/3.3.0/gems/aws-sdk-core-3.200.0/LICENSE');
  place('.rubies/ruby-3.4.1/bin/ruby');
  const { found } = await findInterpreters('ruby', { HOME: home, PATH: '' });
  const own = found.filter(({ path }) => path.startsWith(home));
  expect(own.map(({ version, release }) => [version, release])).toEqual([
    ['3.3.4', 33],
    ['3.4.1', 34],
  ]);
  expect(await gemFolders(own)).toContain(join(realpathSync(home), '.rbenv/versions/3.3.4/lib/ruby/gems/3.3.0'));
});

it('finds javas by what they say of themselves, and a compiler', async () => {
  for (const [version, said] of [
    ['8.0.392-tem', '1.8.0_392'],
    ['17.0.9-tem', '17.0.9'],
    ['21.0.1-tem', '21.0.1'],
  ]) {
    place(`.sdkman/candidates/java/${version}/bin/java`);
    place(`.sdkman/candidates/java/${version}/release`, `IMPLEMENTOR="x"\nJAVA_VERSION="${said}"\n`);
  }
  place('.sdkman/candidates/java/17.0.9-tem/bin/javac');
  const { found } = await findInterpreters('java', { HOME: home, PATH: '' });
  const own = found.filter(({ path }) => path.startsWith(realpathSync(home)));
  expect(own.map(({ release }) => release)).toEqual([17, 21]);
  expect(await compilerAmong(own)).toBe(join(realpathSync(home), '.sdkman/candidates/java/17.0.9-tem/bin/javac'));
  await expect(javaBootstrap([own[1] as (typeof own)[0]], join(home, 'cache'))).rejects.toThrow(
    /no compiler \(javac\) in .*: install a JDK/,
  );
});

it('runs Java on a newer one before an older one', () => {
  const found = [11, 17, 25].map((release) => ({ path: `/${release}`, version: `${release}.0.0`, release }));
  expect([8, 11, 21, 25].map((release) => nearest(found, release, 'java')?.release)).toEqual([11, 11, 25, 25]);
  expect(nearest(found.slice(0, 2), 21, 'java')?.release).toBe(17);
});

it('says of each runtime what it needs, or why it does not run here', async () => {
  const fn = (runtime: string) => ({ packageType: 'Zip', runtime, architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64' }) as const;
  expect(
    ['ruby3.3', 'ruby4.0', 'java8.al2', 'java17.al2023', 'java25', 'python3.12', 'nodejs22.x'].map((name) => wantedBy(name)?.release),
  ).toEqual([...[33, 40, 8, 17, 25, 12, 22]]);
  const reasons = ['dotnet8', 'go1.x', 'perl5'].map((name) => new Runtimes(false).resolve(fn(name)));
  expect(await Promise.all(reasons)).toMatchObject([
    { ok: false, reason: expect.stringMatching(/^The runtime dotnet8 does not run embedded: it needs a container engine/) },
    { ok: false, reason: expect.stringContaining('provided.al2023') },
    { ok: false, reason: expect.stringContaining("'perl5' is not one that embedded execution knows") },
  ]);
});

it('prefers the same release, then the nearest, then the newer', () => {
  const found = [18, 22, 24].map((release) => ({ path: `/${release}`, version: `${release}.0.0`, release }));
  expect([18, 20, 23, 26, 16].map((release) => nearest(found, release)?.release)).toEqual([18, 22, 24, 24, 18]);
  expect(nearest([], 20)).toBeUndefined();
});

it('serves the exact version without a word, another with a warning, none where exact ones are demanded', async () => {
  const own = process.versions.node.split('.')[0];
  const fn = (runtime: string) => ({ packageType: 'Zip', runtime, architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64' }) as const;
  expect(await new Runtimes(false).resolve(fn(`nodejs${own}.x`))).toMatchObject({ ok: true });
  expect((await new Runtimes(false).resolve(fn(`nodejs${own}.x`))) as { warning?: string }).not.toHaveProperty('warning');
  expect(await new Runtimes(false).resolve(fn('nodejs98.x'))).toMatchObject({
    ok: true,
    warning: expect.stringContaining('following the rules of nodejs98.x'),
  });
  expect(await new Runtimes(true).resolve(fn('nodejs98.x'))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('exact versions are demanded'),
  });
  expect(await new Runtimes(false).resolve({ packageType: 'Image', architecture: 'x86_64' })).toMatchObject({ ok: false });
  const other = process.arch === 'arm64' ? 'x86_64' : 'arm64';
  expect(await new Runtimes(false).resolve({ ...fn(`nodejs${own}.x`), architecture: other })).toMatchObject({
    ok: true,
    warning: expect.stringContaining(`asks for ${other}`),
  });
});

const [anyPython] = (await findInterpreters('python')).found;
const noPython = anyPython === undefined && 'no Python from 3.8 on is on this machine';
it.skipIf(isMissing('compiling what runs Python functions', noPython))(
  'compiles what runs Python functions ahead, and does without where it cannot',
  async () => {
    const python = anyPython as NonNullable<typeof anyPython>;
    const bootstraps = new PythonBootstraps(join(home, 'python-cache'));
    expect(bootstraps.for(python)).toBeUndefined();
    await untilPasses(() => expect(bootstraps.for(python)).toBeDefined());
    const folder = bootstraps.for(python) as string;
    expect(readdirSync(folder)).toEqual([PYTHON_COMPILED]);
    expect(new PythonBootstraps(join(home, 'python-cache')).for(python)).toBe(folder);
    expect(pythonProgram(python, 12, ['/packages'], folder).folders).toEqual(['/packages', folder]);
    expect(new PythonBootstraps('/proc/nowhere').for(python)).toBeUndefined();
  },
);
