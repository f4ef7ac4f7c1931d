// The ledger: a failure is noted once, with its cause first, whichever of the two is known first.
import { describe, expect, it } from 'vitest';
import type { ReportedProblem } from './problem.ts';
import { ProblemLog } from './problem-log.ts';

const reported = (facts: Partial<ReportedProblem>): ReportedProblem => ({
  what: 'function',
  trace: 't',
  atMs: 1,
  code: 'FUNCTION_FAILED',
  cause: 'f failed: Error: no table',
  resource: 'arn:f',
  depth: 1,
  startedMs: performance.now(),
  ...facts,
});
const told = (log: ProblemLog) =>
  log.recent(100).map(({ cause, count, consequences }) => [cause, count, consequences.map(({ text }) => text)]);

describe('the ledger of problems', () => {
  it('puts a failure below the one that it encloses', () => {
    const log = new ProblemLog();
    const startedMs = performance.now();
    log.note(reported({}));
    log.note(reported({ what: 'request', code: 'URL_FAILED', cause: 'GET / → 502', resource: 'arn:url', depth: 0, startedMs }));
    expect(told(log)).toEqual([['f failed: Error: no table', 1, ['GET / → 502']]]);
  });

  it('puts a cause that is known later above what was reported before it', () => {
    const log = new ProblemLog();
    const startedMs = performance.now();
    const within = performance.now();
    log.note(reported({ what: 'call', code: 'CALL_FAILED', cause: 'lambda.Invoke failed', depth: 0, startedMs, requestId: 'r' }));
    log.note(reported({ startedMs: within, requestId: 's' }));
    expect(told(log)).toEqual([['f failed: Error: no table', 1, ['lambda.Invoke failed']]]);
  });

  it('makes children of an execution that fail each in its way one problem', () => {
    const log = new ProblemLog();
    const startedMs = performance.now();
    const execution = (name: string, attempts: readonly string[]): ReportedProblem =>
      reported({ what: 'execution', code: 'EXECUTION_FAILED', cause: `${name} failed`, resource: name, depth: 0, startedMs, attempts });
    for (const child of ['a', 'b']) {
      log.note(reported({ cause: `no box for ${child}`, requestId: `request-${child}` }));
      log.note(execution(`child ${child}`, [child, `request-${child}`]));
    }
    expect(log.recent(10)).toHaveLength(2);
    log.note(execution('parent', ['parent', 'a', 'b']));
    expect(told(log)).toEqual([['no box for a', 1, ['child a failed', 'child b failed', 'parent failed']]]);
    expect(log.ofAttempt('request-b')).toEqual(log.recent(1));
  });

  it('does not repeat the call that ran what failed', () => {
    const invoke = reported({ what: 'call', code: 'CALL_FAILED', cause: 'lambda.Invoke failed', depth: 0, requestId: 'r' });
    const run = reported({ startedMs: performance.now(), requestId: 'r' });
    for (const both of [
      [invoke, run],
      [run, invoke],
    ]) {
      const log = new ProblemLog();
      for (const each of both) log.note(each);
      expect(told(log)).toEqual([['f failed: Error: no table', 1, []]]);
    }
  });

  it('puts together what belongs to the same attempt, and tells when a later one succeeded', () => {
    const log = new ProblemLog();
    const attempts = ['rule → queue'];
    log.note(reported({ what: 'delivery', code: 'DELIVERY_RETRIED', cause: 'refused, again', attempts }));
    log.recover({ trace: 'other', attempt: 'rule → queue', atMs: 2, text: 'delivered' });
    log.recover({ trace: 't', attempt: 'rule → another', atMs: 2, text: 'delivered' });
    expect(log.recent(1)[0]).toMatchObject({ recovered: false, consequences: [] });
    log.recover({ trace: 't', attempt: 'rule → queue', atMs: 2, text: 'delivered' });
    expect(log.recent(1)[0]).toMatchObject({ recovered: true, consequences: [{ code: 'RECOVERED', text: 'delivered' }] });
    log.note(reported({ what: 'delivery', code: 'DELIVERY_LOST', cause: 'refused for good', attempts }));
    expect(told(log)).toEqual([['refused, again', 1, ['delivered', 'refused for good']]]);
    expect(log.recent(1)[0]).toMatchObject({ recovered: false });
  });

  it('finds what followed by each request that sent a part of it, that of its own message first', () => {
    const log = new ProblemLog();
    const batch = { what: 'batch', code: 'BATCH_RETURNS', sentBy: ['a', 'b'] } as const;
    log.note(reported({ ...batch, trace: 'a', cause: 'm returns', attempts: ['m'] }));
    log.note(reported({ trace: 'b', cause: 'another failure' }));
    log.note(reported({ trace: 'c', what: 'problem', code: 'MESSAGES_DEAD_LETTERED', cause: 'm is dead', attempts: ['m'], sentBy: ['b'] }));
    expect(told(log)).toEqual([
      ['m returns', 1, ['m is dead']],
      ['another failure', 1, []],
    ]);
    expect(log.of('b').map(({ cause }) => cause)).toEqual(['m returns', 'another failure']);
  });

  it('keeps failures apart that follow each other, and those of a function that handled the first', () => {
    const log = new ProblemLog();
    const startedMs = performance.now();
    log.note(reported({ what: 'call', code: 'AccessDenied', cause: 'sqs.SendMessage: AccessDenied: no', resource: 'q', depth: 2 }));
    log.note(reported({ startedMs }));
    log.note(reported({ cause: 'g failed: AccessDenied', resource: 'arn:g', startedMs }));
    expect(told(log)).toEqual([
      ['sqs.SendMessage: AccessDenied: no', 1, ['g failed: AccessDenied']],
      ['f failed: Error: no table', 1, []],
    ]);
  });

  it('counts the same failure of a trace, and adds what becomes of the same run', () => {
    const log = new ProblemLog();
    for (let attempt = 0; attempt < 3; attempt++) log.note(reported({ requestId: 'r', atMs: attempt }));
    log.note(reported({ what: 'problem', code: 'EVENT_GIVEN_UP', cause: 'the event is given up', depth: 0, requestId: 'r' }));
    expect(told(log)).toEqual([['f failed: Error: no table', 3, ['the event is given up']]]);
  });

  it('follows what was sent earlier', () => {
    const log = new ProblemLog();
    log.note(reported({ trace: 'poll', sentBy: ['send'] }));
    log.note(reported({ trace: 'later', code: 'MESSAGES_DEAD_LETTERED', cause: 'went to dlq', sentBy: ['send'], what: 'problem' }));
    expect(told(log)).toEqual([['f failed: Error: no table', 1, ['went to dlq']]]);
    expect(log.of('send')).toHaveLength(1);
  });

  it('forgets the oldest, cuts long causes, leaves out long remedies and tells those who follow', () => {
    const log = new ProblemLog();
    const seen: number[] = [];
    const off = log.follow(({ number }) => seen.push(number));
    for (let n = 0; n < 1001; n++) log.note(reported({ trace: `t${n}`, cause: 'x'.repeat(3000), remedy: 'y'.repeat(8001) }));
    off();
    log.note(reported({ trace: 'last' }));
    expect(seen).toHaveLength(1001);
    const all = log.recent(2000);
    expect([all.length, all[0]!.trace, all[0]!.cause.length, all[0]!.remedy]).toEqual([1000, 't2', 2001, undefined]);
    log.clear();
    expect([log.recent(9), log.of('last')]).toEqual([[], []]);
  });
});
