import { describe, expect, test } from 'vitest';
import type { WireRequest } from '#protocol/http/wire';
import { createModels } from '#protocol/models';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { parseXml } from './xml-text.ts';

const s3 = createModels().service('s3');
const malformed = expect.objectContaining({ code: 'MalformedXML', options: expect.objectContaining({ status: 400 }) });
const post = (body: string): WireRequest => ({
  method: 'POST',
  path: '/bkt',
  query: new Map([['delete', '']]),
  headers: {},
  body: Buffer.from(body),
  labels: { Bucket: 'bkt' },
});
const parse = (body: string): unknown => s3.codec('DeleteObjects', 'restXml').parse(post(body));

describe('XML input', () => {
  test('reads attributes, flattened lists, CDATA and entities of the standard', () => {
    const body = `<?xml version="1.0"?><!-- c --><Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Object><Key>a &amp; <![CDATA[<b>]]>&#x20;</Key></Object>
      <Object><Key>c</Key></Object><Quiet>true</Quiet><Unknown/></Delete>`;
    expect(parse(body)).toEqual({ Bucket: 'bkt', Delete: { Objects: [{ Key: 'a & <b> ' }, { Key: 'c' }], Quiet: true } });
  });

  test.each([
    '<Delete>',
    '<Delete></Other>',
    'text',
    '<!DOCTYPE Delete [<!ENTITY x "y">]><Delete><Object><Key>&x;</Key></Object></Delete>',
    '<!DOCTYPE Delete SYSTEM "file:///etc/passwd"><Delete/>',
    '<Delete><Object><Key>&undefined;</Key></Object></Delete>',
    '<Delete><Quiet>perhaps</Quiet></Delete>',
    '<Tagging/>',
    '<Delete/><Delete/>',
  ])('refuses %s', (body) => {
    expect(() => parse(body)).toThrow(malformed);
  });

  test('refuses a million levels at once', () => {
    const body = Buffer.from(`${'<a>'.repeat(1_000_000)}${'</a>'.repeat(1_000_000)}`);
    expect(processorMs(() => expect(() => parseXml(body)).toThrow(malformed))).toBeLessThan(500);
  });
});

describe('XML output', () => {
  test('the location of a bucket is the bare element', () => {
    expect(s3.codec('GetBucketLocation', 'restXml').write({ LocationConstraint: 'eu-west-1' }, 'id').body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/">eu-west-1</LocationConstraint>',
    );
  });

  test('statuses that the model has wrong', () => {
    expect(s3.codec('PutBucketTagging', 'restXml').write({}, 'id')).toMatchObject({ status: 204, body: null });
  });

  test('a payload of text has the content type of its patch', () => {
    const { headers, body } = s3.codec('GetBucketPolicy', 'restXml').write({ Policy: '{}' }, 'id');
    expect([headers['content-type'], body]).toEqual(['application/json', '{}']);
  });

  test('metadata outside Latin-1 travels as encoded words', () => {
    const { headers } = s3.codec('HeadObject', 'restXml').write({ Metadata: { a: 'plain', b: 'snow ☃\r\nx: y' } }, 'id');
    expect(headers['x-amz-meta-a']).toBe('plain');
    expect(headers['x-amz-meta-b']).toMatch(/^=\?UTF-8\?B\?[\w+/=]+\?=$/);
  });
});
