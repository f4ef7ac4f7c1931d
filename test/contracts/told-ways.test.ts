// Every way in and out is in a trace: requests, sources, senders, routes, jobs, files. The manifests are walked: an entry that no way uses fails.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TraceStep } from '#core/traces/trace';
import { SERVICES } from '../../emulator/src/service-list.ts';
import { startFolderFixture } from '../conformance/lambda/use-folders.ts';
import { DELIVERY_WAYS } from './told/deliveries.ts';
import { JOB_WAYS } from './told/jobs.ts';
import { LOG_WAYS } from './told/logs.ts';
import { REQUEST_WAYS } from './told/requests.ts';
import { SOURCE_WAYS } from './told/sources.ts';
import { UNTOLD_WORK } from './told/untold-work.ts';
import { entriesOf, type Place } from './told/way.ts';

const WAYS = [...REQUEST_WAYS, ...SOURCE_WAYS, ...DELIVERY_WAYS, ...JOB_WAYS, ...LOG_WAYS];

/** Entries that begin nothing which a trace could tell. */
const NONE: Readonly<Record<string, string>> = {
  'cloudformation route /_cloud/cloudformation/answer/': "the answer of a custom resource: its stack's deployment goes on, and tells of it",
  'lambda route /_cloud/function/debug': 'opens a debugger: nothing runs by it',
  ...UNTOLD_WORK,
};

it('uses every entry of the manifests', () => {
  const entries = SERVICES.flatMap(entriesOf);
  const used = WAYS.flatMap(({ entries: some = [] }) => some);
  const untold = entries.filter((entry) => !used.includes(entry) && NONE[entry] === undefined);
  expect(untold, 'add a way that uses it to test/contracts/told').toEqual([]);
  expect([...used, ...Object.keys(NONE)].filter((entry) => !entries.includes(entry))).toEqual([]);
});

describe('a trace tells of', () => {
  let place: Place;
  beforeAll(async () => {
    place = await startFolderFixture({ clock: 'manual' });
  });
  beforeEach(() => place.create('orders', 'return { statusCode: 200 };'));
  afterEach(() => place.emulator.reset());
  afterAll(() => place.emulator.stop());

  async function stepsOf(id: string): Promise<readonly TraceStep[]> {
    const answer = await fetch(`${place.emulator.url}/_emulator/traces/${id}`);
    return ((await answer.json()) as { steps: readonly TraceStep[] }).steps;
  }
  async function allSteps(): Promise<TraceStep[]> {
    const lines = await (await fetch(`${place.emulator.url}/_emulator/traces?lines=1000`)).text();
    const ids = lines.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { id: string }).id]));
    return (await Promise.all(ids.map(stepsOf))).flat();
  }

  it.each(WAYS)('$title', async ({ go, step }) => {
    const id = await go(place);
    await place.emulator.idle();
    expect(id === undefined ? await allSteps() : await stepsOf(id)).toContainEqual(expect.objectContaining(step));
  });
});
