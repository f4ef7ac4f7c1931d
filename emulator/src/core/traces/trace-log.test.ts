// The ring of the last requests: what followed from one is found by its id, in order; the oldest leave; long texts are cut.
import { describe, expect, it } from 'vitest';
import type { Call } from '#core/call';
import { createCallers } from '#core/callers';
import { isFailure } from './trace.ts';
import { TraceLog } from './trace-log.ts';

const log = () => new TraceLog(createCallers());
const callOf = (trace: string, depth = 0, operation = 'SendMessage') =>
  ({
    service: 'sqs',
    operation,
    account: '1',
    region: 'r',
    requestId: `${trace}-${depth}`,
    trace: { id: trace, depth },
    principal: { kind: 'anonymous', account: '1' },
  }) as unknown as Call;
const delivery = (trace: string) => ({ trace, targetArn: 'arn:queue', from: 'arn:rule', atMs: 5 });

describe('the trace log', () => {
  it('tells what followed from a request, in the order in which it began', () => {
    const traces = log();
    // The calls began before what they caused is noted.
    const startedMs = performance.now() - 1;
    traces.noteCall(callOf('a', 1), 'inner', 2, startedMs + 0.1, true, 'Denied: no');
    traces.noteCall(callOf('b'), 'other', 3, startedMs + 0.2, false, undefined);
    traces.noteCall(callOf('a'), 'outer', 4, startedMs, false, undefined);
    traces.noteEvent('a', 'event-1', 4);
    traces.noteDelivery({ ...delivery('a'), problem: 'Busy: later', nextMs: 99 }, 'retried');
    const trace = traces.find('a');
    expect(trace?.steps.map((step) => [step.kind, isFailure(step)])).toEqual([
      ['call', false],
      ['call', true],
      ['event', false],
      ['delivery', true],
    ]);
    expect(trace?.steps).toMatchObject([
      { resource: 'outer', depth: 0, failed: false, requestId: 'a-0', service: 'sqs', operation: 'SendMessage' },
      { resource: 'inner', depth: 1, failed: true, text: 'Denied: no' },
      { eventId: 'event-1' },
      { targetArn: 'arn:queue', from: 'arn:rule', outcome: 'retried', problem: 'Busy: later', nextMs: 99, count: 1 },
    ]);
    expect(traces.find('a-1')).toEqual(trace);
    expect(traces.find('event-1')).toEqual(trace);
    expect(traces.find('none')).toBeUndefined();
  });

  it('lists the last requests, the newest last, and those with a step of a kind', () => {
    const traces = log();
    for (const id of ['a', 'b', 'c']) traces.noteCall(callOf(id), id, 0, 0, id === 'b', undefined);
    traces.noteDelivery(delivery('a'), 'lost');
    expect(traces.recent(2).map(({ id }) => id)).toEqual(['c', 'a']);
    expect(traces.recent(9, isFailure).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(traces.recent(0)).toEqual([]);
    traces.clear();
    expect(traces.recent(9)).toEqual([]);
    expect(traces.find('a')).toBeUndefined();
  });

  it('keeps 32,768 steps at most, and the newest of eight million characters', () => {
    const traces = log();
    for (let n = 0; n < 33_000; n++) traces.noteCall(callOf(`t${n}`), 'q', 0, 0, false, undefined);
    const all = traces.recent(100_000);
    expect(all).toHaveLength(32_768);
    expect([all[0]!.id, all.at(-1)!.id]).toEqual(['t232', 't32999']);
    const [name, message] = ['x'.repeat(1_000_000), 'y'.repeat(700)].map((text) => Buffer.from(text).toString());
    for (let n = 0; n < 12_000; n++) traces.noteCall(callOf(`u${n}`), name, 0, 0, false, message);
    const long = traces.recent(100_000);
    expect(long.length).toBeGreaterThan(9000);
    expect(long.length).toBeLessThan(10_000);
    expect(long.at(-1)?.steps[0]).toMatchObject({ resource: `${'x'.repeat(400)}…`, text: `${'y'.repeat(400)}…` });
  });

  it('keeps the command that allows a refused call whole, or not at all', () => {
    const traces = log();
    const remedies = [8000, 8001].map((length) => 'z'.repeat(length));
    for (const remedy of remedies) traces.noteCall(callOf('a'), 'q', 0, 0, true, 'Denied: no', remedy);
    expect(traces.find('a')?.steps.map((step) => step.kind === 'call' && step.remedy)).toEqual([remedies[0], undefined]);
  });

  it('tells those who follow which request has grown', () => {
    const traces = log();
    const seen: string[] = [];
    const off = traces.follow((id) => seen.push(id));
    traces.noteEvent('a', 'e', 0);
    off();
    traces.noteEvent('b', 'e', 0);
    expect(seen).toEqual(['a']);
  });
});
