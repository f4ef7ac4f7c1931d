import { describe, expect, it } from 'vitest';
import { failedIds, reportedFailures } from './batch-response.ts';

const known = new Set(['a', 'b']);
const failed = (answer: unknown) => failedIds(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)), known);

describe('what a function says of a batch', () => {
  it.each(['', 'null', '{}', '{"batchItemFailures":null}', '{"batchItemFailures":[]}'])('is success: %s', (answer) => {
    expect(failed(answer)).toEqual(new Set());
  });

  it('names what failed', () => {
    expect(failed({ batchItemFailures: [{ itemIdentifier: 'b' }] })).toEqual(new Set(['b']));
  });

  it.each([
    'no json',
    '"text"',
    { batchItemFailures: [{ itemIdentifier: '' }] },
    { batchItemFailures: [{ itemIdentifier: null }] },
    { batchItemFailures: [{ wrongKey: 'a' }] },
    { batchItemFailures: [{ itemIdentifier: 'never sent' }] },
    { batchItemFailures: {} },
  ])('fails the whole batch: %j', (answer) => {
    expect(failed(answer)).toBe('all');
  });

  it.each([
    ['no json', 'it is no JSON'],
    ['"text"', 'it is no object'],
    ['{"batchItemFailures":{}}', 'its batchItemFailures is no list'],
    ['{"batchItemFailures":[{"wrongKey":"a"}]}', 'an element has no itemIdentifier'],
    ['{"batchItemFailures":[{"itemIdentifier":"b"},{"itemIdentifier":"c"}]}', 'no record of the batch is called "c"'],
  ])('says why %s cannot be understood', (answer, problem) => {
    expect(reportedFailures(Buffer.from(answer), known)).toEqual({ failed: 'all', problem });
  });
});
