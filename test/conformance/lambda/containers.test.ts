// Functions in containers through the API, where a container engine answers; and what is said where none does.
import { CreateFunctionCommand, InvokeCommand, UpdateFunctionCodeCommand, waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { importTestImages } from '../../../emulator/src/containers/docker/test-images.ts';
import { creation, type Fixture, handler, jsonOf, startFixture } from './fixture.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};

describe.skipIf(!found.ok)(
  `functions in containers (${found.ok ? found.engine.title : `no container engine answers: ${found.reason}`})`,
  () => {
    let fixture: Fixture;
    beforeAll(async () => {
      fixture = await startFixture({
        options: {
          CONTAINER_RUNTIME: 'docker',
          FUNCTION_CONTAINER_NETWORK: 'host',
          FUNCTION_RUNTIME_IMAGE_MAPPING: JSON.stringify(images),
        },
      });
    });
    afterAll(() => fixture.emulator.stop());
    const invoke = async (FunctionName: string, payload: unknown = {}) =>
      fixture.lambda.send(new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(payload)), LogType: 'Tail' }));

    it('run, log, and run new code after an update', async () => {
      await fixture.create(
        'contained',
        'console.log("hello"); return { event, uid: process.getuid(), url: process.env.AWS_ENDPOINT_URL };',
      );
      const answer = await invoke('contained', { n: 1 });
      expect(jsonOf(answer.Payload)).toEqual({ event: { n: 1 }, uid: 993, url: fixture.emulator.url });
      expect(Buffer.from(answer.LogResult ?? '', 'base64').toString()).toMatch(/^START RequestId: .*\thello\nEND .*\nREPORT /s);
      await fixture.lambda.send(new UpdateFunctionCodeCommand({ FunctionName: 'contained', ZipFile: handler('return "new";') }));
      await waitUntilFunctionUpdatedV2(
        { client: fixture.lambda, maxWaitTime: 20, minDelay: 0.02, maxDelay: 0.1 },
        { FunctionName: 'contained' },
      );
      expect(jsonOf((await invoke('contained')).Payload)).toBe('new');
    });

    it('call the emulator back', async () => {
      await fixture.create('calling', 'const r = await fetch(process.env.AWS_ENDPOINT_URL + "/_emulator/health"); return r.status;');
      expect(jsonOf((await invoke('calling')).Payload)).toBe(200);
    });
  },
);

describe('functions that are asked to run in containers without an engine', () => {
  let fixture: Fixture;
  const before = process.env['DOCKER_HOST'];
  beforeAll(async () => {
    process.env['DOCKER_HOST'] = 'unix:///nowhere/docker.sock';
    fixture = await startFixture({ options: { CONTAINER_RUNTIME: 'docker' } });
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    await fixture.emulator.stop();
  });

  it('become Failed, with the line that mends it', async () => {
    await fixture.lambda.send(new CreateFunctionCommand(creation('nowhere', handler('return 1;'))));
    const { State, StateReason } = await fixture.settled('nowhere');
    expect(State).toBe('Failed');
    expect(StateReason).toContain('The container runtime is not available');
    expect(StateReason).toContain('-v /var/run/docker.sock:/var/run/docker.sock');
  });
});
