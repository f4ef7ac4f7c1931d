// Calls of functions join the trace of their invocation: by the header, or by the function while it has one invocation.
import { expect, it } from 'vitest';
import { TraceRoots } from './trace-roots.ts';

const HEADER = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0';
const trace = (id: string) => ({ id, depth: 2 });

it('knows the trace of a header, with whatever parent, and none of other headers', () => {
  const roots = new TraceRoots();
  roots.note(HEADER, trace('a'));
  expect(roots.traceOf('Root=1-5759e988-bd862e3fe1be46a994272793')).toEqual(trace('a'));
  expect(roots.traceOf('Root=1-5759e988-000000000000000000000000')).toBeUndefined();
  expect(roots.traceOf('no header')).toBeUndefined();
  expect(roots.traceOf(undefined)).toBeUndefined();
});

it('knows the trace of a caller without a header while it runs once', () => {
  const roots = new TraceRoots();
  const [endA, endB] = [roots.begin('function f', trace('a')), roots.begin('function f', trace('b'))];
  expect(roots.traceOf(undefined, 'function f')).toBeUndefined();
  endA();
  expect(roots.traceOf(undefined, 'function f')).toEqual(trace('b'));
  expect(roots.traceOf(undefined, 'function g')).toBeUndefined();
  expect(roots.traceOf(HEADER, 'function f')).toBeUndefined();
  endB();
  expect(roots.traceOf(undefined, 'function f')).toBeUndefined();
});

it('forgets the oldest headers', () => {
  const roots = new TraceRoots();
  const header = (n: number): string => `Root=1-5759e988-${String(n).padStart(24, '0')}`;
  for (let n = 0; n <= 4096; n++) roots.note(header(n), trace(String(n)));
  expect([roots.traceOf(header(0)), roots.traceOf(header(1))]).toEqual([undefined, trace('1')]);
});
