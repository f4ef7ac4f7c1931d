// Options of functions' containers, each seen at the engine: the name that they know the emulator by, what is kept of them, how much init tells.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { LABELS, ownerOf } from '../../../emulator/src/containers/docker/leftovers.ts';
import { isMissing } from '../../support/is-missing.ts';
import { importTestImages, whyNoEngine } from '../../support/test-images.ts';
import { untilPasses, WAITER } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, jsonOf, startFixture, zipOf } from './fixture.ts';

const found = await findEngine();
const images = found.ok ? JSON.stringify(await importTestImages(found.engine.docker)) : '';
const HOST = 'emulator.test';
/** No process has it: the largest that there may be is smaller. */
const NOBODY = 2 ** 22 + 1;

describe.skipIf(isMissing('options of containers', whyNoEngine(found)))('options of containers', () => {
  const docker = found.ok ? found.engine.docker : (undefined as never);
  const base = { CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host', FUNCTION_RUNTIME_IMAGE_MAPPING: images } as const;
  const containersOf = (name: string) => docker.listContainers({ all: true, filters: { label: [`${LABELS.function}=${name}`] } });
  const answer = async ({ lambda }: Fixture, FunctionName: string) => jsonOf((await lambda.invoke({ FunctionName })).Payload);
  const toldByInit = async (name: string): Promise<string> => {
    const [container] = await containersOf(name);
    return (await docker.getContainer(container?.Id ?? '').logs({ stdout: true, stderr: true })).toString();
  };

  it('HOSTNAME_FROM_FUNCTION: init dials in by that name, and AWS_ENDPOINT_URL has it', async () => {
    const options = { ...base, HOSTNAME_FROM_FUNCTION: HOST, FUNCTION_DOCKER_FLAGS: `--add-host ${HOST}:127.0.0.1` };
    const fixture = await startFixture({ options });
    const name = `named-${process.pid}`;
    await fixture.create(name, 'const url = process.env.AWS_ENDPOINT_URL; return [url, (await fetch(url + "/_emulator/health")).status];');
    const url = `http://${HOST}:${new URL(fixture.emulator.url).port}`;
    expect(await answer(fixture, name)).toEqual([url, 200]);
    const [container] = await containersOf(name);
    const { Config } = await docker.getContainer(container?.Id ?? '').inspect();
    expect(Config.Env).toContain(`EMULATOR_RUNTIME_ENDPOINT=${url}`);
    await fixture.emulator.stop();
    expect(await containersOf(name)).toEqual([]);
  });

  it('the layer of the Web Adapter: init asks the web server in the container', async () => {
    const fixture = await startFixture({ options: base });
    const server =
      "require('node:http').createServer((request, response) => response.end(`${request.method} ${request.url}`)).listen(process.env.PORT);";
    await fixture.create(`web-${process.pid}`, zipOf({ 'server.js': server, 'run.sh': '#!/bin/sh\nexec node server.js\n' }, 0o755), {
      Handler: 'run.sh',
      Layers: ['arn:aws:lambda:us-east-1:753240598075:layer:LambdaAdapterLayerX86:25'],
      Environment: { Variables: { AWS_LAMBDA_EXEC_WRAPPER: '/opt/bootstrap', PORT: '8123' } },
    });
    expect(await answer(fixture, `web-${process.pid}`)).toBe('POST /events');
    await fixture.emulator.stop();
  });

  it('FUNCTION_REMOVE_CONTAINERS=0: what has ended is kept', async () => {
    const name = `kept-${process.pid}`;
    const fixture = await startFixture({ options: { ...base, FUNCTION_REMOVE_CONTAINERS: false } });
    await fixture.create(name, 'return 1;');
    expect(await answer(fixture, name)).toBe(1);
    await fixture.emulator.stop();
    const [kept, ...others] = await containersOf(name);
    expect([kept?.State, others]).toEqual(['exited', []]);
    await docker.getContainer(kept?.Id ?? '').remove();
  });

  it.each([false, true])(
    'what an emulator left that was killed goes with the next one where FUNCTION_REMOVE_CONTAINERS=%s',
    async (remove) => {
      const name = `left-${remove}-${process.pid}`;
      const owner = { [LABELS.function]: name, [LABELS.owner]: ownerOf(NOBODY) };
      const left = await docker.createContainer({ Image: JSON.parse(images)['nodejs20.x'], Cmd: ['sh'], Labels: owner });
      const fixture = await startFixture({ options: { ...base, FUNCTION_REMOVE_CONTAINERS: remove } });
      await fixture.create(`next-${name}`, 'return 1;');
      expect(await containersOf(name)).toHaveLength(remove ? 0 : 1);
      await fixture.emulator.stop();
      // The engine may be removing one of them already.
      const gone = ({ statusCode }: { statusCode: number }): void => expect([404, 409]).toContain(statusCode);
      for (const { Id } of [...(await containersOf(name)), ...(await containersOf(`next-${name}`))])
        await docker.getContainer(Id).remove().catch(gone);
      await untilPasses(async () => expect(await containersOf(name)).toEqual([]));
      expect(await left.inspect().catch(({ statusCode }: { statusCode: number }) => statusCode)).toBe(404);
    },
  );

  it('FUNCTION_PREBUILD_IMAGES=1: code and layers are in an image of their own, made once; folders go on to be mounted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prebuilt-'));
    // In the container somebody else reads it.
    chmodSync(folder, 0o755);
    const name = `prebuilt-${process.pid}`;
    const before = await docker.listImages({ filters: { label: [LABELS.prebuilt] } });
    const fixture = await startFixture({ options: { ...base, FUNCTION_PREBUILD_IMAGES: true } });
    const { lambda } = fixture;
    try {
      writeFileSync(join(folder, 'index.js'), 'exports.handler = async () => "from a folder";');
      const Content = { ZipFile: zipOf({ 'own.js': 'module.exports = "a layer";' }) };
      const { LayerVersionArn = '' } = await lambda.publishLayerVersion({ LayerName: name, Content });
      const body = (text: string) => `return ['${text}', require('/opt/own.js'), process.getuid()];`;
      await fixture.create(name, body('one'), { Layers: [LayerVersionArn] });
      expect(await answer(fixture, name)).toEqual(['one', 'a layer', 993]);
      const imageOf = async () => {
        const [container] = await containersOf(name);
        const { Config, Mounts } = await docker.getContainer(container?.Id ?? '').inspect();
        return { image: Config.Image, mounts: Mounts };
      };
      const one = await imageOf();
      expect(one).toEqual({ image: expect.stringMatching(/^cloud-emulator-function:[0-9a-f]{32}$/), mounts: [] });
      // Another environment of the same code takes the same image.
      await lambda.updateFunctionConfiguration({ FunctionName: name, Timeout: 7 });
      await waitUntilFunctionUpdatedV2({ client: lambda, ...WAITER }, { FunctionName: name });
      expect(await answer(fixture, name)).toEqual(['one', 'a layer', 993]);
      expect(await imageOf()).toEqual(one);
      await lambda.updateFunctionCode({ FunctionName: name, ZipFile: handler(body('two')) });
      await waitUntilFunctionUpdatedV2({ client: lambda, ...WAITER }, { FunctionName: name });
      expect(await answer(fixture, name)).toEqual(['two', 'a layer', 993]);
      expect((await imageOf()).image).not.toBe(one.image);

      await lambda.createFunction({ ...creation(`folder-${name}`, zipOf({})), Code: { S3Bucket: 'hot-reload', S3Key: folder } });
      await fixture.settled(`folder-${name}`);
      expect(await answer(fixture, `folder-${name}`)).toBe('from a folder');
    } finally {
      await fixture.emulator.stop();
      rmSync(folder, { recursive: true, force: true });
      const known = new Set(before.map(({ Id }) => Id));
      for (const { Id } of await docker.listImages({ filters: { label: [LABELS.prebuilt] } }))
        if (!known.has(Id)) await docker.getImage(Id).remove({ force: true });
    }
  });

  it('EMULATOR_INIT_LOG_LEVEL: init tells so much, and by default nothing of what goes well', async () => {
    for (const level of ['debug', undefined]) {
      const name = `telling-${level ?? 'default'}-${process.pid}`;
      const fixture = await startFixture({ options: { ...base, ...(level && { EMULATOR_INIT_LOG_LEVEL: level }) } });
      await fixture.create(name, 'return 1;');
      expect(await answer(fixture, name)).toBe(1);
      const told = await toldByInit(name);
      if (level) expect(told).toMatch(/\[init\] info: ready\n.*\[init\] debug: command invoke\n/s);
      else expect(told).not.toContain('[init]');
      await fixture.emulator.stop();
    }
  });
});
