// Functions that are a container image: through the API, run where a container engine answers, and what is said where none does.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { type CreateFunctionCommandInput, waitUntilFunctionActiveV2, waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packTar } from '../../../emulator/src/containers/dialled-in/tar.ts';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { isMissing } from '../../support/is-missing.ts';
import { importTestImages, whyNoEngine } from '../../support/test-images.ts';
import { WAITER } from '../../support/until-passes.ts';
import { type Fixture, jsonOf, ROLE, startFixture, zipOf } from './fixture.ts';

const found = await findEngine();
const repository = `team/fn-${randomBytes(4).toString('hex')}`;
const REGISTRY = '000000000000.dkr.ecr.us-east-1.amazonaws.com';
const within = { ...WAITER };

const creation = (name: string, ImageUri: string, more: Partial<CreateFunctionCommandInput> = {}): CreateFunctionCommandInput => ({
  ...{ FunctionName: name, Role: ROLE, PackageType: 'Image', Code: { ImageUri }, Timeout: 20 },
  ...more,
});

describe.skipIf(isMissing('functions of container images', whyNoEngine(found)))('functions of container images', () => {
  let fixture: Fixture;
  const docker = found.ok ? found.engine.docker : (undefined as never);

  /** An image with a function of its own, as `docker build` would leave it here. */
  async function build(tag: string, greeting: string): Promise<void> {
    const images = await importTestImages(docker);
    const folder = mkdtempSync(join(tmpdir(), 'image-'));
    chmodSync(folder, 0o755);
    const source = `exports.handler = async (event) => ({ event, greeting: '${greeting}', mark: process.env.MARK, cwd: process.cwd(), handler: process.env._HANDLER });`;
    writeFileSync(join(folder, 'app.js'), source);
    writeFileSync(join(folder, 'entry.sh'), '#!/bin/sh\nexport _HANDLER=$1 MARK=$2\nexec /var/runtime/bootstrap\n', { mode: 0o755 });
    const container = await docker.createContainer({ Image: images['nodejs20.x']!, Entrypoint: ['/none'], Cmd: [] });
    await container.putArchive(packTar({ from: folder, to: 'srv' }), { path: '/' });
    const changes = ['ENTRYPOINT ["/srv/entry.sh"]', 'CMD ["app.handler", "from-image"]', 'WORKDIR /srv', 'ENV LAMBDA_TASK_ROOT=/srv'];
    await container.commit({ repo: repository, tag, changes });
    await container.remove();
    rmSync(folder, { recursive: true });
  }

  beforeAll(async () => {
    await build('one', 'first');
    await build('two', 'second');
    fixture = await startFixture({ options: { CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host' } });
    // An engine without images imports those of the tests first.
  });
  afterAll(async () => {
    await fixture.emulator.stop();
    for (const tag of ['one', 'two', 'moving', 'empty'])
      await docker
        .getImage(`${repository}:${tag}`)
        .remove({ force: true })
        .catch(() => undefined);
  });

  const create = async (name: string, uri: string, more: Partial<CreateFunctionCommandInput> = {}) => {
    await fixture.lambda.createFunction(creation(name, uri, more));
    await waitUntilFunctionActiveV2({ client: fixture.lambda, ...within }, { FunctionName: name });
  };
  const updated = (FunctionName: string) => waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...within }, { FunctionName });
  const invoke = async (FunctionName: string) =>
    jsonOf((await fixture.lambda.invoke({ FunctionName, Payload: Buffer.from('{"n":1}') })).Payload);
  const get = (FunctionName: string) => fixture.lambda.getFunction({ FunctionName });

  it('run as they were built, under the name that they have in the registry, too', async () => {
    const uri = `${REGISTRY}/${repository}:one`;
    await create('own', uri);
    expect(await invoke('own')).toEqual({
      event: { n: 1 },
      greeting: 'first',
      mark: 'from-image',
      cwd: '/srv',
      handler: 'app.handler',
    });
    const { Code, Configuration } = await get('own');
    const { Id } = await docker.getImage(`${repository}:one`).inspect();
    expect(Code).toEqual({ RepositoryType: 'ECR', ImageUri: uri, ResolvedImageUri: `${REGISTRY}/${repository}@${Id}` });
    expect(Configuration).toMatchObject({ PackageType: 'Image', CodeSize: 0, CodeSha256: Id.replace('sha256:', ''), State: 'Active' });
    for (const member of ['Runtime', 'Handler', 'RuntimeVersionConfig', 'ImageConfigResponse', 'Layers'])
      expect(Configuration).not.toHaveProperty(member);
  });

  it('what the function says about entry point, command and directory comes over what the image says', async () => {
    const ImageConfig = { Command: ['app.handler', 'from-function'], WorkingDirectory: '/tmp' };
    await create('configured', `${repository}:one`, { ImageConfig });
    expect(await invoke('configured')).toMatchObject({ mark: 'from-function', cwd: '/tmp' });
    expect((await get('configured')).Configuration?.ImageConfigResponse).toEqual({ ImageConfig });
    const EntryPoint = ['/bin/sh', '-c', 'export _HANDLER=app.handler MARK=entry; exec /var/runtime/bootstrap'];
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'configured', ImageConfig: { EntryPoint } });
    await updated('configured');
    expect(await invoke('configured')).toMatchObject({ mark: 'entry', cwd: '/srv' });
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'configured', ImageConfig: {} });
    await updated('configured');
    expect(await invoke('configured')).toMatchObject({ mark: 'from-image' });
  });

  it('another image after an update, and the same one while only its name moves', async () => {
    const tag = (name: string) => docker.getImage(`${repository}:${name}`).tag({ repo: repository, tag: 'moving' });
    await tag('one');
    await create('moving', `${repository}:moving`, { Publish: true });
    expect(await invoke('moving')).toMatchObject({ greeting: 'first' });
    await tag('two');
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'moving', Description: 'another environment' });
    await updated('moving');
    expect(await invoke('moving')).toMatchObject({ greeting: 'first' });
    await fixture.lambda.updateFunctionCode({ FunctionName: 'moving', ImageUri: `${repository}:moving` });
    await updated('moving');
    expect(await invoke('moving')).toMatchObject({ greeting: 'second' });
    const { Version, CodeSha256 } = await fixture.lambda.publishVersion({ FunctionName: 'moving' });
    expect([Version, CodeSha256]).toEqual(['2', (await docker.getImage(`${repository}:two`).inspect()).Id.slice(7)]);
    expect(await invoke('moving:1')).toMatchObject({ greeting: 'first' });
  });

  it('an image without the C library says what is missing', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'image-'));
    writeFileSync(join(empty, 'bootstrap'), '');
    const pulled = await docker.importImage(packTar({ from: empty, to: '' }), { repo: repository, tag: 'empty' });
    await finished(pulled.resume());
    rmSync(empty, { recursive: true });
    await create('empty', `${repository}:empty`);
    const asked = fixture.lambda.invoke({ FunctionName: 'empty' });
    await expect(asked).rejects.toThrow(/could not be started: .*The init program needs the GNU C library/s);
  });

  it('a stack has them, too', async () => {
    const cloudformation = fixture.emulator.client(CloudFormation);
    const Fn = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        PackageType: 'Image',
        Role: ROLE,
        Code: { ImageUri: `${repository}:one` },
        ImageConfig: { Command: ['app.handler', 'stack'] },
      },
    };
    const template = { Resources: { Fn }, Outputs: { Name: { Value: { Ref: 'Fn' } } } };
    await cloudformation.createStack({ StackName: 'images', TemplateBody: JSON.stringify(template) });
    await waitUntilStackCreateComplete({ client: cloudformation, ...within }, { StackName: 'images' });
    const { Stacks } = await cloudformation.describeStacks({ StackName: 'images' });
    expect(await invoke(Stacks?.[0]?.Outputs?.[0]?.OutputValue ?? '')).toMatchObject({ mark: 'stack' });
  });

  it('an image that is nowhere makes the function Failed, with what was looked for', async () => {
    await fixture.lambda.createFunction(creation('gone', `000000000000.dkr.ecr.us-east-1.localhost:4566/none/gone:1`));
    expect(await fixture.settled('gone')).toMatchObject({
      ...{ State: 'Failed', StateReasonCode: 'InvalidImage' },
      StateReason: expect.stringMatching(/is not on the container engine \(looked for .*, none\/gone:1\).*build or tag the image/),
    });
  });
});

describe('container images without an engine', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ options: { CONTAINER_RUNTIME: 'embedded' } });
  });
  afterAll(() => fixture.emulator.stop());

  it('are taken, and become Failed with the reason', async () => {
    await fixture.lambda.createFunction(creation('image', 'repository/name:tag'));
    expect(await fixture.settled('image')).toMatchObject({
      ...{ State: 'Failed', StateReasonCode: 'InvalidImage', PackageType: 'Image' },
      StateReason: expect.stringContaining('Container images need a container engine'),
    });
    const { Code } = await fixture.lambda.getFunction({ FunctionName: 'image' });
    expect(Code).toEqual({ RepositoryType: 'ECR', ImageUri: 'repository/name:tag' });
  });

  const layer = 'arn:aws:lambda:us-east-1:000000000000:layer:l:1';
  it.each<[string, Partial<CreateFunctionCommandInput>, RegExp]>([
    [
      'a runtime',
      { Runtime: 'nodejs20.x' },
      /^Please don't provide Handler or Runtime or Layer when the intended function PackageType is Image\.$/,
    ],
    ['a handler', { Handler: 'a.b' }, /Handler or Runtime or Layer/],
    ['layers', { Layers: [layer] }, /Handler or Runtime or Layer/],
    ['a zip', { Code: { ZipFile: zipOf({ 'a.js': '' }) } }, /^Please provide ImageUri/],
    ['no image', { Code: {} }, /^Please provide ImageUri/],
    ['no name of an image', { Code: { ImageUri: 'Not An Image' } }, /^Source image Not An Image is not valid/],
  ])('%s is refused', async (_what, more, message) => {
    const asked = fixture.lambda.createFunction(creation('refused', 'a/b:c', more));
    await expect(asked).rejects.toMatchObject({ name: 'InvalidParameterValueException', message: expect.stringMatching(message) });
  });

  it('one kind of package does not become the other', async () => {
    await fixture.create('zip', 'return 1;');
    const update = (input: object) => fixture.lambda.updateFunctionCode({ FunctionName: 'zip', ...input });
    await expect(update({ ImageUri: 'a/b:c' })).rejects.toThrow(
      "Please don't provide ImageUri when updating a function with packageType Zip.",
    );
    await expect(update({ FunctionName: 'image', ZipFile: zipOf({ 'a.js': '' }) })).rejects.toThrow(
      'Please provide ImageUri when updating a function with packageType Image.',
    );
    const configure = (input: object) => fixture.lambda.updateFunctionConfiguration({ FunctionName: 'zip', ...input });
    await expect(configure({ ImageConfig: { Command: ['x'] } })).rejects.toThrow('ImageConfig is not supported');
    await expect(configure({ FunctionName: 'image', Handler: 'a.b' })).rejects.toThrow('Handler or Runtime or Layer');
  });
});
