import Docker from 'dockerode';
import { afterEach, expect, it, vi } from 'vitest';
import { type EngineStandIn, startEngineStandIn } from '../../../../test/support/engine-stand-in.ts';
import { untilPasses } from '../../../../test/support/until-passes.ts';
import { Images } from './images.ts';

let engine: EngineStandIn | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.stop();
});

it('tells every five seconds how far a pull has come, and pulls once for all who ask', async () => {
  engine = await startEngineStandIn('amd64');
  const said: string[] = [];
  const images = new Images(new Docker({ socketPath: engine.socketPath }), (text) => said.push(text));
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const asked = [images.have('registry.example/a/b', 'linux/amd64'), images.have('registry.example/a/b', 'linux/amd64')];
  const layer = (id: string, current: number, total: number) => ({ id, status: 'Downloading', progressDetail: { current, total } });
  const name = 'Pulling the image registry.example/a/b';
  await untilPasses(() => expect(said).toEqual([`${name} …`]));
  nowMs = 5000;
  await engine.tell(layer('one', 1e6, 10e6));
  await untilPasses(() => expect(said.at(-1)).toBe(`${name}: 1 of 10 MB`));
  nowMs = 10_000;
  await engine.tell(layer('two', 2e6, 30e6));
  await untilPasses(() => expect(said.at(-1)).toBe(`${name}: 3 of 40 MB`));
  nowMs = 14_900;
  await engine.tell(layer('one', 6e6, 10e6));
  await engine.finish();
  for (const { Id } of await Promise.all(asked)) expect(Id).toBe('sha256:1');
  expect(said.slice(3)).toEqual(['Pulled the image registry.example/a/b in 14.9 s.']);
  expect(engine.asked.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /images/create?platform=linux%2Famd64&fromImage=registry.example%2Fa%2Fb&tag=latest',
  ]);
});
