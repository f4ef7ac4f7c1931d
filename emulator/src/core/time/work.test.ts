// Ids of due work: they say what is due, so that records of earlier versions, which said it again, are read without it.
import { expect, it } from 'vitest';
import { dueByTime, dueId, dueOf } from './work.ts';

it('reads from an id the work, its place and its key', () => {
  const key = ['orders', 'run "1"', 7];
  const id = dueId('states.wake', '000000000000', 'us-east-1', key);
  expect(dueOf(id, 5)).toEqual({ work: 'states.wake', account: '000000000000', region: 'us-east-1', key, atMs: 5 });
});

it('takes nothing from a record of the first version', () => {
  const old = { work: 'states.wake', account: '000000000000', region: 'us-east-1', key: ['orders'], atMs: 5 };
  expect(dueByTime.upgrade!(old as never, 1)).toEqual({});
});
