// Folders as code, misused: hostile functions that name folders by the API, and folders that contain links to secrets.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../../emulator/src/services/lambda/code/archive.ts';
import { body, type FolderFixture, startFolderFixture } from './use-folders.ts';

const SECRET = 'the secret of the test';
/** Reads a file, or says why it cannot. */
const READ = `const fs = require('node:fs'); const read = (path) => { try { return fs.readFileSync(path, 'utf8'); } catch (error) { return error.code; } };`;

describe('code that is a folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const data = mkdtempSync(join(tmpdir(), 'project-'));
  const before = process.env['HOME'];
  let fixture: FolderFixture;
  beforeAll(async () => {
    process.env['HOME'] = home;
    // Where root runs this, functions are somebody else.
    chmodSync(data, 0o755);
    for (const folder of ['.ssh', '.aws', '.config/tool', 'projects/app']) {
      mkdirSync(join(home, folder), { recursive: true });
      writeFileSync(join(home, folder, 'key.json'), JSON.stringify({ key: SECRET }));
    }
    fixture = await startFolderFixture({ options: { DATA_DIR: join(data, '.emulator'), PERSISTENCE: '1' } });
  });
  afterAll(async () => {
    await fixture.emulator.stop();
    process.env['HOME'] = before;
    for (const folder of [home, data]) rmSync(folder, { recursive: true, force: true });
  });

  it('is never a secret place, whatever a function calls it', async () => {
    await fixture.create(
      'hostile',
      `const call = (path, body) => fetch(process.env.AWS_ENDPOINT_URL + path, {
         method: path.endsWith('/code') ? 'PUT' : 'POST',
         headers: { authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0' },
         body: JSON.stringify(body),
       }).then(async (answer) => answer.status + ' ' + (await answer.json()).message);
       const code = { S3Bucket: event.bucket, S3Key: event.key };
       const more = { FunctionName: 'stolen', Role: 'arn:aws:iam::000000000000:role/r', Runtime: 'nodejs20.x', Handler: 'index.handler' };
       return [
         await call('/2015-03-31/functions', { ...more, Code: code }),
         await call('/2015-03-31/functions/hostile/code', code),
         await call('/2018-10-31/layers/stolen/versions', { Content: code }),
       ];`,
      { Timeout: 20 },
    );
    symlinkSync(join(home, '.ssh'), join(data, 'innocent'));
    const own = readdirSync(tmpdir()).filter((name) => name.startsWith('cloud-emulator-run-'));
    const keys = [
      ...['/', '/etc', '/etc/ssl', '/proc/self', '/proc/self/root', '/dev/shm', '/run', '/sys', '$HOME', '${HOME}/', '//', '/tmp/../'],
      ...['.ssh', '.aws', '.config/tool', 'projects/../.ssh', '.ssh/deeper'].map((path) => join(home, path)),
      ...[join(data, 'innocent'), join(data, '.emulator'), join(data, '.emulator/code'), tmpdir(), join(tmpdir(), own[0]!)],
    ];
    for (const bucket of ['hot-reload', '__local__'])
      for (const key of keys) {
        const refused = expect.stringMatching(/^400 The folder \S+ cannot be code: it .+ HOT_RELOAD_FOLDERS lists /);
        expect([key, ...(await fixture.invoke<string[]>('hostile', { bucket, key }))]).toEqual([key, refused, refused, refused]);
      }
    const { Functions } = await fixture.lambda.listFunctions({});
    expect(Functions?.map(({ FunctionName }) => FunctionName)).toEqual(['hostile']);
  });

  it('shows nothing of a secret place to which a link leads, and says so', async () => {
    const folder = fixture.folder({ 'index.js': body(`${READ} return event.paths.map(read);`), 'package.json': '{}' });
    symlinkSync(join(home, '.ssh'), join(folder.path, 'keys'));
    symlinkSync(join(home, '.aws/key.json'), join(folder.path, 'key.json'));
    symlinkSync(home, join(folder.path, 'all'));
    symlinkSync('/x/../../../etc', join(folder.path, 'etc'));
    symlinkSync(relative(folder.path, join(home, 'projects/app')), join(folder.path, 'allowed'));
    await fixture.run('linked', folder);
    const paths = ['keys/key.json', 'key.json', 'all/.ssh/key.json', 'all/projects/app/key.json', 'etc/shadow', 'allowed/key.json'];
    const seen = await fixture.invoke<string[]>('linked', { paths: paths.map((path) => `/var/task/${path}`) });
    expect(seen.slice(0, -1).join()).not.toContain(SECRET);
    expect(seen.at(-1)).toContain(SECRET);
    const hidden = [home, join(home, '.ssh'), join(home, '.aws/key.json')].map((target) =>
      expect.stringMatching(`^A link in ${folder.path} leads nowhere in the function, because its target ${target} `),
    );
    expect(fixture.texts).toEqual(expect.arrayContaining(hidden));
    await fixture.lambda.publishVersion({ FunctionName: 'linked' });
    const { Code } = await fixture.lambda.getFunction({ FunctionName: 'linked', Qualifier: '1' });
    const archive = await readArchive(Buffer.from(await (await fetch(Code!.Location!)).arrayBuffer()));
    expect(archive.map(({ path }) => path).sort()).toEqual(['allowed/key.json', 'index.js', 'package.json']);
  });

  it('shows nothing of the data directory that lies in it', async () => {
    writeFileSync(
      join(data, 'index.js'),
      body(`${READ} return [fs.readdirSync('/var/task/.emulator'), read('/var/task/index.js').length > 0];`),
    );
    await fixture.run('around', data);
    expect(await fixture.invoke('around')).toEqual([[], true]);
  });

  it('bundles nothing of a secret place', async () => {
    const source = `import key from '${join(home, '.config/tool/key.json')}';\nexport const handler = async (): Promise<unknown> => key;\n`;
    const folder = fixture.folder({ 'app.ts': source });
    await fixture.run('importing', folder, { Handler: 'app.handler' });
    const answer = await fixture.invoke('importing');
    expect(answer).toMatchObject({ errorMessage: expect.stringContaining('where code may not look') });
    await expect(fixture.lambda.publishVersion({ FunctionName: 'importing' })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('where code may not look'),
    });
  });

  it('is looked at again when the function runs: it may be a link by now', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    await fixture.run('swapped', folder);
    await fixture.reloaded('swapped', () => {
      renameSync(folder.path, `${folder.path}-away`);
      symlinkSync(join(home, '.ssh'), folder.path);
    });
    await expect(fixture.invoke('swapped')).rejects.toMatchObject({ message: expect.stringContaining('which is hidden') });
    expect(readFileSync(join(folder.path, 'key.json'), 'utf8')).toContain(SECRET);
  });
});
