// Functions that run from a folder: how they are created, described, updated, published, and deployed by a stack.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { creation, handler, ROLE } from './fixture.ts';
import { body, type FolderFixture, startFolderFixture } from './use-folders.ts';

const NOT_ABSOLUTE = (key: string) => ({
  name: 'InvalidParameterValueException',
  message: `When using hot reloading, the archive key has to be an absolute path! Your archive key: ${key}`,
});

describe('code that is a folder', () => {
  let fixture: FolderFixture;
  beforeAll(async () => {
    fixture = await startFolderFixture();
  });
  afterAll(() => fixture.emulator.stop());

  const updated = (FunctionName: string) => waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...WAITER }, { FunctionName });

  it('is described by its path, without a hash and a size', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    await fixture.run('described', folder);
    const { Code, Configuration } = await fixture.lambda.getFunction({ FunctionName: 'described' });
    expect(Code).toEqual({ RepositoryType: 'S3', Location: `file://${folder.path}` });
    expect(Configuration).toMatchObject({
      CodeSha256: 'hot-reloading-hash-not-available',
      CodeSize: 0,
      State: 'Active',
      PackageType: 'Zip',
    });
  });

  it('is found by variables and by the older marker', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    process.env['HOT_FOLDER_OF_TEST'] = folder.path;
    try {
      await fixture.run('variable', '${HOT_FOLDER_OF_TEST}/', { Code: { S3Bucket: '__local__' } });
      expect(await fixture.invoke('variable')).toBe(1);
      const { Code } = await fixture.lambda.getFunction({ FunctionName: 'variable' });
      expect(Code).toMatchObject({ Location: `file://${folder.path}` });
    } finally {
      delete process.env['HOT_FOLDER_OF_TEST'];
    }
  });

  it.each(['app', './app', '${HOT_FOLDER_OF_NOBODY}/app'])('must be absolute: %s', async (key) => {
    await expect(fixture.run('relative', key)).rejects.toMatchObject(NOT_ABSOLUTE(key));
    const Content = { S3Bucket: 'hot-reload', S3Key: key };
    await expect(fixture.lambda.publishLayerVersion({ LayerName: 'relative', Content })).rejects.toMatchObject(NOT_ABSOLUTE(key));
  });

  it('has no versions of its own', async () => {
    await expect(fixture.run('f', tmpdir(), { Code: { S3ObjectVersion: '1' } })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('S3ObjectVersion'),
    });
  });

  it('need not exist before the function runs', async () => {
    const folder = fixture.folder({});
    folder.remove();
    await fixture.run('early', folder);
    await expect(fixture.invoke('early')).rejects.toMatchObject({ message: expect.stringContaining('does not exist') });
    folder.write({ 'index.js': body('return 1;') });
    expect(await fixture.invoke('early')).toBe(1);
  });

  it('takes the place of an archive, and gives it back', async () => {
    const folder = fixture.folder({ 'index.js': body(`return 'folder';`) });
    await fixture.create('moved', `return 'archive';`);
    expect(await fixture.invoke('moved')).toBe('archive');
    const { CodeSha256 } = await fixture.lambda.getFunctionConfiguration({ FunctionName: 'moved' });
    await fixture.lambda.updateFunctionCode({ FunctionName: 'moved', S3Bucket: 'hot-reload', S3Key: folder.path });
    await updated('moved');
    expect(await fixture.invoke('moved')).toBe('folder');
    await fixture.lambda.updateFunctionCode({ FunctionName: 'moved', ZipFile: handler(`return 'archive';`) });
    await updated('moved');
    expect(await fixture.invoke('moved')).toBe('archive');
    expect(await fixture.lambda.getFunctionConfiguration({ FunctionName: 'moved' })).toMatchObject({ CodeSha256 });
  });

  it('is copied into a published version, which never changes', async () => {
    const folder = fixture.folder({ 'index.js': body(`return require('./value.js');`), 'value.js': 'module.exports = 1;' });
    await fixture.run('published', folder);
    const publish = () => fixture.lambda.publishVersion({ FunctionName: 'published', CodeSha256: 'unknown' });
    const first = await publish();
    expect(first).toMatchObject({ Version: '1', CodeSize: expect.any(Number) });
    expect(first.CodeSha256).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(await publish()).toMatchObject({ Version: '1', CodeSha256: first.CodeSha256 });
    await fixture.invoke('published');
    await fixture.reloaded('published', () => folder.write({ 'value.js': 'module.exports = 2;' }));
    expect([await fixture.invoke('published'), await fixture.invoke('published:1')]).toEqual([2, 1]);
    expect(await publish()).toMatchObject({ Version: '2' });
    expect(await fixture.invoke('published:2')).toBe(2);
    const { Code } = await fixture.lambda.getFunction({ FunctionName: 'published', Qualifier: '2' });
    expect((await fetch(Code!.Location!)).status).toBe(200);
  });

  it('is deployed by a stack', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    const stacks = fixture.emulator.client(CloudFormation);
    const Code = { S3Bucket: 'hot-reload', S3Key: folder.path };
    const Properties = { FunctionName: 'stacked', Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code };
    const TemplateBody = JSON.stringify({ Resources: { Function: { Type: 'AWS::Lambda::Function', Properties } } });
    await stacks.createStack({ StackName: 'hot', TemplateBody });
    await waitUntilStackCreateComplete({ client: stacks, ...WAITER }, { StackName: 'hot' });
    expect(await fixture.invoke('stacked')).toBe(1);
    await fixture.reloaded('stacked', () => folder.write({ 'index.js': body('return 2;') }));
    await expect.poll(() => fixture.invoke('stacked')).toBe(2);
  });
});

describe('the bucket that means a folder', () => {
  it('has the name that BUCKET_MARKER_LOCAL gives it, or none', async () => {
    const missing = { name: 'InvalidParameterValueException', message: expect.stringContaining('NoSuchBucket') };
    for (const [marker, accepted, refused] of [
      ['here', ['here', '__local__'], ['hot-reload']],
      ['0', [], ['hot-reload', '__local__']],
    ] as const) {
      await using emulator = (await startFolderFixture({ environment: { BUCKET_MARKER_LOCAL: marker } })).emulator;
      const lambda = emulator.client((await import('@aws-sdk/client-lambda')).Lambda);
      const create = (S3Bucket: string) =>
        lambda.createFunction({
          ...creation(`f-${S3Bucket.replaceAll('_', '')}`, Buffer.alloc(0)),
          Code: { S3Bucket, S3Key: join(tmpdir(), 'code') },
        });
      for (const bucket of accepted) await expect(create(bucket)).resolves.toMatchObject({ CodeSize: 0 });
      for (const bucket of refused) await expect(create(bucket)).rejects.toMatchObject(missing);
    }
  });
});
