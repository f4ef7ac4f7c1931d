// Tumbling windows of table streams: a state that goes from batch to batch, and the call that ends a window.
import { describe, expect, it } from 'vitest';
import { SHOW, useStreams } from './use-streams.ts';

const fixture = useStreams();
const { table, map, put, batches } = fixture;

const COUNT = `${SHOW} return { state: { count: (event.state.count ?? 0) + event.Records.length } };`;

const told = (name: string) =>
  batches(name).map(({ Records, state, isFinalInvokeForWindow, isWindowTerminatedEarly }) => ({
    records: Records.length,
    state,
    final: isFinalInvokeForWindow,
    early: isWindowTerminatedEarly,
  }));

describe('a tumbling window', () => {
  it('hands its state on, and ends with a call of its own', async () => {
    await fixture.create('counted', COUNT);
    const { arn } = await table('counted');
    await map('counted', arn, { TumblingWindowInSeconds: 60, BatchSize: 2 });
    const startMs = Math.ceil(fixture.emulator.clock.now() / 60_000) * 60_000;
    await fixture.emulator.clock.advance(startMs - fixture.emulator.clock.now() + 1000);
    await put('counted', 'a', 'b');
    await fixture.emulator.idle();
    await put('counted', 'c');
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('60s');
    await fixture.emulator.idle();
    await put('counted', 'd');
    await fixture.emulator.idle();
    const records = told('counted').map(({ records: count }) => count);
    expect(records.reduce((sum, count) => sum + count, 0)).toBe(4);
    const [last, next] = told('counted').slice(-2);
    expect(last).toEqual({ records: 0, state: { count: 3 }, final: true, early: false });
    expect(next).toEqual({ records: 1, state: {}, final: false, early: false });
    const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, -5)}Z`;
    expect(batches('counted')[0]).toMatchObject({
      window: { start: instant(startMs), end: instant(startMs + 60_000) },
      eventSourceARN: arn,
      shardId: expect.stringMatching(/^shardId-/),
    });
  });

  it('ends before its time when its state is larger than a megabyte', async () => {
    await fixture.create(
      'swollen',
      `console.log('BATCH ' + JSON.stringify({ ...event, state: Object.keys(event.state) })); return { state: { text: 'x'.repeat(event.Records.length * 1048576) } };`,
    );
    const { arn } = await table('swollen');
    await map('swollen', arn, { TumblingWindowInSeconds: 600 });
    await put('swollen', 'a');
    await fixture.emulator.idle();
    expect(told('swollen')).toEqual([
      { records: 1, state: [], final: false, early: false },
      { records: 0, state: ['text'], final: true, early: true },
    ]);
  });

  it('tries its last call again, too', async () => {
    await fixture.create(
      'last',
      `${COUNT.replace('return', "if (event.isFinalInvokeForWindow && event.state.count === 1) throw new Error('never'); return")}`,
    );
    const { arn } = await table('last');
    await map('last', arn, { TumblingWindowInSeconds: 30, MaximumRetryAttempts: 1 });
    await put('last', 'a');
    await fixture.emulator.idle();
    for (let n = 0; n < 3; n++) {
      await fixture.emulator.clock.advance('31s');
      await fixture.emulator.idle();
    }
    expect(told('last').map(({ final }) => final)).toEqual([false, true, true]);
    await put('last', 'b');
    await fixture.emulator.idle();
    expect(told('last').at(-1)).toMatchObject({ records: 1, state: {} });
  });
});
