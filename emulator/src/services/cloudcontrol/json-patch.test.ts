import { describe, expect, it } from 'vitest';
import { applyPatch, PatchProblem } from './json-patch.ts';

const patch = (document: unknown, ...operations: object[]): unknown => applyPatch(document as never, JSON.stringify(operations));

describe('a patch', () => {
  it.each([
    ['adds a member', {}, [{ op: 'add', path: '/a', value: 1 }], { a: 1 }],
    ['puts another value in the place of a member', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
    ['adds into a list', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['appends', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    ['removes a member', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
    ['removes an item', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/0' }], { a: [2, 3] }],
    ['replaces', { a: { b: [1] } }, [{ op: 'replace', path: '/a/b/0', value: 9 }], { a: { b: [9] } }],
    ['replaces the whole', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
    ['moves', { a: { x: 1 }, b: {} }, [{ op: 'move', from: '/a/x', path: '/b/y' }], { a: {}, b: { y: 1 } }],
    ['copies', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    ['tests', { a: { y: 2, x: 1 } }, [{ op: 'test', path: '/a', value: { x: 1, y: 2 } }], { a: { x: 1, y: 2 } }],
    [
      'reads escaped names',
      { 'a/b': 1, 'm~n': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'replace', path: '/m~0n', value: 3 },
      ],
      { 'm~n': 3 },
    ],
    [
      'goes step by step',
      {},
      [
        { op: 'add', path: '/a', value: {} },
        { op: 'add', path: '/a/b', value: 1 },
      ],
      { a: { b: 1 } },
    ],
  ])('%s', (_, document, operations, expected) => {
    const before = structuredClone(document);
    expect(patch(document, ...operations)).toEqual(expected);
    expect(document).toEqual(before);
  });

  it.each([
    ['what is not there', {}, { op: 'remove', path: '/a' }, 'there is nothing at /a'],
    ['a value for what is not there', {}, { op: 'replace', path: '/a', value: 1 }, 'there is nothing at /a'],
    ['a parent that is not there', {}, { op: 'add', path: '/a/b', value: 1 }, 'there is nothing at /a'],
    ['an index outside of the list', { a: [] }, { op: 'add', path: '/a/1', value: 1 }, '/a/1 is outside of its list'],
    ['an index with a leading zero', { a: [1, 2] }, { op: 'remove', path: '/a/01' }, 'there is nothing at /a/01'],
    ['a test of another type', { a: 1 }, { op: 'test', path: '/a', value: '1' }, 'the value at /a is another one'],
    ['a move into itself', { a: {} }, { op: 'move', from: '/a', path: '/a/b' }, '/a cannot be moved into itself'],
    ['a path that is no pointer', {}, { op: 'add', path: 'a', value: 1 }, 'a is not a JSON pointer'],
    ['an unknown operation', {}, { op: 'put', path: '/a', value: 1 }, 'there is no operation "put"'],
    ['no value', {}, { op: 'add', path: '/a' }, 'the operation add needs a value'],
    ['members of the prototype', {}, { op: 'remove', path: '/constructor' }, 'there is nothing at /constructor'],
  ])('refuses %s', (_, document, operation, message) => {
    expect(() => patch(document, operation)).toThrow(PatchProblem);
    expect(() => patch(document, operation)).toThrow(`[0]: ${message}`);
  });

  it('refuses what is no list of operations', () => {
    expect(() => applyPatch({}, '{}')).toThrow('PatchDocument must be a list of operations');
    expect(() => applyPatch({}, '[')).toThrow('PatchDocument is not valid JSON');
  });
});
