// Payloads are shown without what their names call secrets, in every form in which they come.
import { describe, expect, it } from 'vitest';
import { shownPayload } from './shown-payload.ts';

const SECRETS = [
  '{"password":"hush"}',
  '{"user":{"newPassword":"hush","name":"a"}}',
  '{"MessageBody":"{\\"user\\":{\\"password\\":\\"hush\\"}}"}',
  '{"Entries":[{"Detail":"{\\"card\\":1,\\"api_key\\":\\"hush\\"}"}]}',
  '{"Environment":{"Variables":{"DB_PASSWORD":"hush","STRIPE_SECRET_KEY":"hush","AUTHORIZATION":"hush","TABLE":"orders"}}}',
  '{"SecretString":"hush"}',
  '{"Name":"/db","Type":"SecureString","Value":"hush"}',
  '{"headers":{"Authorization":"Bearer hush","Cookie":"session=hush","x-api-key":"hush"}}',
  '{"multiValueHeaders":{"authorization":["hush","Bearer hush"]},"cookies":["session=hush"]}',
  '{"credentials":{"user":"hush"}}',
  '{"refresh_token":"hush","id_token":"hush","token":"hush"}',
  '{"SecretAccessKey":"hush","SessionToken":"hush"}',
  '{"Plaintext":"hush"}',
  'Action=PutParameter&Password=hush&Name=a',
  'grant_type=password&client_secret=hush',
  'password: hush',
  'not for the route: token=hush',
  'Authorization: Bearer hush',
  'a=b&next: x=y; secret=hush==',
  // The beginning of a document that is cut
  '{"name":"a","password":"hush","more":"aaaa',
  '{"name":"a","body":"{\\"password\\":\\"hush\\",\\"more\\":\\"aa',
  '[{"a":{"b":[{"privateKey":"hush"}]}}]',
  '{"pin":1,"PASSWORD":7777}',
];
const PLAIN = [
  '{"NextToken":"abc","SecretId":"db","ClientToken":"x","AccessKeyId":"AKIA"}',
  '{"authorizerId":"a1","apiKeyRequired":true,"tokenType":"Bearer","SignatureVersion":"1"}',
  '{"orders":[1,2],"note":"hello: world"}',
  'hello',
  '',
  '{"broken":',
];

describe('a payload', () => {
  it.each(SECRETS)('hides the secret of %s', (text) => {
    const shown = shownPayload(text)!;
    expect(shown).not.toMatch(/hush|7777/);
    expect(shown).toContain('[hidden]');
  });

  it.each(PLAIN)('stays as it is: %s', (text) => {
    expect(shownPayload(Buffer.from(text))).toBe(text);
  });

  it('keeps what is beside a secret', () => {
    expect(shownPayload('{"user":{"password":"hush","name":"a"},"n":1}')).toBe('{"user":{"password":"[hidden]","name":"a"},"n":1}');
    expect(shownPayload('Action=Login&Password=hush&Name=a')).toBe('Action=Login&Password=[hidden]&Name=a');
  });

  it('of bytes that are no text is not shown', () => {
    expect(shownPayload(Buffer.from([0xff, 0xfe, 0, 1]))).toBeUndefined();
  });

  it.each([
    'a'.repeat(16_000),
    'a='.repeat(8000),
    'token='.repeat(2700),
    'token="'.repeat(2300),
    '\\'.repeat(16_000),
    `password${' '.repeat(16_000)}`,
    '"'.repeat(16_000),
    '{"a":'.repeat(3000),
  ])('of any form takes no time worth mentioning: %.10s', (text) => {
    const began = process.cpuUsage();
    shownPayload(text);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(250);
  });
});
