// A function waits for its image: Pending while the engine pulls it, with progress in the log, then Active, or Failed with the engine's own words.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EngineStandIn, startEngineStandIn } from '../../support/engine-stand-in.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, startFixture } from './fixture.ts';

const [engineArchitecture, architecture] = process.arch === 'arm64' ? (['arm64', 'arm64'] as const) : (['amd64', 'x86_64'] as const);
const IMAGE = 'registry.example/nodejs:20';
let engine: EngineStandIn;
let fixture: Fixture;
const before = process.env['DOCKER_HOST'];

beforeEach(async () => {
  engine = await startEngineStandIn(engineArchitecture);
  process.env['DOCKER_HOST'] = engine.host;
  const options = {
    CONTAINER_RUNTIME: 'docker',
    FUNCTION_CONTAINER_NETWORK: 'host',
    FUNCTION_RUNTIME_IMAGE_MAPPING: 'registry.example/<runtime>',
  } as const;
  fixture = await startFixture({ options });
});
afterEach(async () => {
  if (before === undefined) delete process.env['DOCKER_HOST'];
  else process.env['DOCKER_HOST'] = before;
  await fixture.emulator.stop();
  await engine.stop();
});

const stateOf = async (FunctionName: string) => {
  const { State, StateReason } = await fixture.lambda.getFunctionConfiguration({ FunctionName });
  return [State, StateReason];
};

/** Creates a function with tenants. Nothing is started ahead for it: the engine is asked for the image alone. */
const create = (name: string) =>
  fixture.lambda.createFunction(
    creation(name, handler('return 1;'), { Architectures: [architecture], TenancyConfig: { TenantIsolationMode: 'PER_TENANT' } }),
  );
const pulling = () =>
  untilPasses(() => expect(fixture.emulator.lines).toContainEqual(expect.stringContaining(`Pulling the image ${IMAGE} …`)));

it('is Active once its image was pulled', async () => {
  await create('pulled');
  await pulling();
  await engine.tell({ id: 'one', status: 'Downloading', progressDetail: { current: 1, total: 2 } });
  expect(await stateOf('pulled')).toEqual(['Pending', 'The function is being created.']);
  await engine.finish();
  expect(await fixture.settled('pulled')).toMatchObject({ State: 'Active' });
  expect(fixture.emulator.lines).toContainEqual(expect.stringMatching(/Pulled the image registry\.example\/nodejs:20 in \d+\.\d s\./));
});

it('has failed when its image could not be pulled', async () => {
  await create('unpulled');
  await pulling();
  expect(await stateOf('unpulled')).toEqual(['Pending', 'The function is being created.']);
  await engine.finish('toomanyrequests: slow down');
  expect(await fixture.settled('unpulled')).toMatchObject({
    State: 'Failed',
    StateReason: `The image ${IMAGE} of the runtime nodejs20.x is not here and could not be pulled: toomanyrequests: slow down`,
  });
});
