import { describe, expect, it } from 'vitest';
import { merged, parsePairs, parsePodTemplate } from './pod-template.ts';

const parse = (text: string) => parsePodTemplate(text, (path) => (path === '/pod.json' ? '{"spec":{"priority":1}}' : undefined));

describe('an overlay', () => {
  it.each([
    ['{', /^KUBERNETES_POD_TEMPLATE is not understood: .*JSON/],
    ['/nowhere.json', /there is no file \/nowhere.json, and it is no JSON object\.$/],
    ['{"labels":{}}', /labels is no field of a Pod; labels belong to metadata, everything else to spec\.$/],
    ['{"spec":[]}', /spec is no object\.$/],
    ['{"spec":{"restartPolicy":"Always"}}', /spec\.restartPolicy is the emulator's own\.$/],
    [
      '{"spec":{"containers":[{"image":"x"}]}}',
      /an entry of spec\.containers has no name \(the container of the function is called function\)\.$/,
    ],
    ['{"spec":{"volumes":{}}}', /spec\.volumes is no list\.$/],
  ])('that is wrong is told: %s', (text, says) => expect(() => parse(text)).toThrow(says));

  it('is nothing, JSON, or a file', () => {
    expect([parse(''), parse('{"metadata":{}}'), parse('/pod.json')]).toEqual([{}, { metadata: {} }, { spec: { priority: 1 } }]);
  });

  it('is merged as the cluster does it', () => {
    const base = { a: { b: 1, c: 2 }, list: [1], volumes: [{ name: 'tmp', emptyDir: {} }, { name: 'opt' }] };
    const overlay = {
      a: { b: null, d: 3 },
      list: [2],
      volumes: [{ name: 'opt', $patch: 'delete' }, { name: 'tmp', emptyDir: { medium: 'Memory' } }, { name: 'data' }],
    };
    expect(merged(base, overlay)).toEqual({
      a: { c: 2, d: 3 },
      list: [2],
      volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory' } }, { name: 'data' }],
    });
    expect(merged(base, { a: { $patch: 'replace', e: 1 } })).toMatchObject({ a: { e: 1 } });
    expect(merged(base, { volumes: [{ $patch: 'replace' }, { name: 'only' }] })).toMatchObject({ volumes: [{ name: 'only' }] });
  });

  it('pairs', () => {
    expect(parsePairs('X', 'a=b, c=d=e,')).toEqual({ a: 'b', c: 'd=e' });
    expect(() => parsePairs('KUBERNETES_LABELS', 'team')).toThrow('KUBERNETES_LABELS is not understood: team is no name=value.');
  });
});
