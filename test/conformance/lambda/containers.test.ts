// Functions in containers through the API, where a container engine answers; and what is said where none does.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lambda, waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { clientsOf } from '../../support/emulator.ts';
import { isMissing } from '../../support/is-missing.ts';
import { importTestImages, whyNoEngine } from '../../support/test-images.ts';
import { untilTrue, WAITER } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, jsonOf, startFixture, textOf, zipOf } from './fixture.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};

const options = {
  CONTAINER_RUNTIME: 'docker',
  FUNCTION_CONTAINER_NETWORK: 'host',
  FUNCTION_RUNTIME_IMAGE_MAPPING: JSON.stringify(images),
} as const;

/** Writes down what it is told, and takes its time at the end. */
const EXTENSION = `#!/usr/bin/env node
const http = require('node:http'), fs = require('node:fs');
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const call = (method, path, headers = {}, body = '') => new Promise((resolve) => {
  http.request({ host, port, method, path: '/2020-01-01/extension/' + path, headers }, (answer) => {
    let text = ''; answer.on('data', (chunk) => (text += chunk)); answer.on('end', () => resolve({ headers: answer.headers, text }));
  }).end(body);
});
const tell = (line) => fs.appendFileSync('/mnt/out/events', line + '\\n');
(async () => {
  const known = await call('POST', 'register', { 'Lambda-Extension-Name': 'teller' }, '{"events":["INVOKE","SHUTDOWN"]}');
  const me = { 'Lambda-Extension-Identifier': known.headers['lambda-extension-identifier'] };
  for (;;) {
    const { eventType, shutdownReason } = JSON.parse((await call('GET', 'event/next', me)).text);
    tell(eventType === 'SHUTDOWN' ? eventType + ' ' + shutdownReason : eventType);
    if (eventType === 'SHUTDOWN') return setTimeout(() => { tell('ended'); process.exit(0); }, 400);
  }
})();
`;

describe.skipIf(isMissing('functions in containers', whyNoEngine(found)))('functions in containers', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ options });
  });
  afterAll(() => fixture.emulator.stop());
  const invoke = async (FunctionName: string, payload: unknown = {}) =>
    fixture.lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify(payload)), LogType: 'Tail' });

  it('run, log, and run new code after an update', async () => {
    await fixture.create('contained', 'console.log("hello"); return { event, uid: process.getuid(), url: process.env.AWS_ENDPOINT_URL };');
    const answer = await invoke('contained', { n: 1 });
    expect(jsonOf(answer.Payload)).toEqual({ event: { n: 1 }, uid: 993, url: fixture.emulator.url });
    expect(Buffer.from(answer.LogResult ?? '', 'base64').toString()).toMatch(/^START RequestId: .*\thello\nEND .*\nREPORT /s);
    await fixture.lambda.updateFunctionCode({ FunctionName: 'contained', ZipFile: handler('return "new";') });
    await waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...WAITER }, { FunctionName: 'contained' });
    expect(jsonOf((await invoke('contained')).Payload)).toBe('new');
  });

  it('extensions are told of the end when the emulator stops, and what is under way is answered', async () => {
    const out = mkdtempSync(join(tmpdir(), 'extension-'));
    chmodSync(out, 0o777);
    const own = await startFixture({ options: { ...options, FUNCTION_DOCKER_FLAGS: `-v ${out}:/mnt/out` } });
    const layer = await own.lambda.publishLayerVersion({
      LayerName: 'extension',
      Content: { ZipFile: zipOf({ 'extensions/teller': EXTENSION }, 0o755) },
    });
    await own.create(
      'told',
      'if (event.waits) { console.log("under way"); await new Promise((resolve) => setTimeout(resolve, 500)); } return "answered";',
      {
        ...{ Layers: [layer.LayerVersionArn ?? ''] },
      },
    );
    // Not one of the emulator's clients, which end before it.
    const caller = clientsOf(own.emulator.url);
    const lambda = caller.client(Lambda);
    const ask = async (waits: boolean) =>
      textOf((await lambda.invoke({ FunctionName: 'told', Payload: JSON.stringify({ waits }) })).Payload);
    expect(await ask(false)).toBe('"answered"');
    const underWay = ask(true);
    await untilTrue(() => own.emulator.lines.some((line) => line.includes('under way')));
    const stopped = own.emulator.stop();
    expect(await underWay).toBe('"answered"');
    await stopped;
    caller.destroy();
    expect(readFileSync(join(out, 'events'), 'utf8').split('\n')).toEqual(['INVOKE', 'INVOKE', 'SHUTDOWN spindown', 'ended', '']);
    rmSync(out, { recursive: true });
  });

  it('call the emulator back', async () => {
    await fixture.create('calling', 'const r = await fetch(process.env.AWS_ENDPOINT_URL + "/_emulator/health"); return r.status;', {
      Timeout: 20,
    });
    expect(jsonOf((await invoke('calling')).Payload)).toBe(200);
  });
});

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
    await fixture.lambda.createFunction(creation('nowhere', handler('return 1;')));
    const { State, StateReason } = await fixture.settled('nowhere');
    expect(State).toBe('Failed');
    expect(StateReason).toContain('The container runtime is not available');
    expect(StateReason).toContain('-v /var/run/docker.sock:/var/run/docker.sock');
  });
});
