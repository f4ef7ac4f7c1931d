import { describe, expect, test } from 'vitest';
import { compileService, createModels } from '#protocol/models';
import { SAMPLE } from '../../../../test/support/sample-model.ts';

const sample = compileService(SAMPLE);
const models = createModels();

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
  return 'nothing';
}

const validate = (input: object): string => messageOf(() => sample.validate('PutThing', input));
const one = (item: string): string => `ValidationException: 1 validation error detected: ${item}`;

describe('validation says what services say', () => {
  test.each([
    [{ Name: 'abc' }, 'nothing'],
    [{}, one("Value null at 'name' failed to satisfy constraint: Member must not be null")],
    [{ Name: 'abcdef' }, one("Value 'abcdef' at 'name' failed to satisfy constraint: Member must have length less than or equal to 5")],
    [{ Name: 'A' }, one("Value 'A' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-z]+")],
    [{ Name: 'a', Size: 11 }, one("Value '11' at 'size' failed to satisfy constraint: Member must have value less than or equal to 10")],
    [{ Name: 'a', Size: 0 }, one("Value '0' at 'size' failed to satisfy constraint: Member must have value greater than or equal to 1")],
    [
      { Name: 'a', Color: 'blue' },
      one("Value 'blue' at 'color' failed to satisfy constraint: Member must satisfy enum value set: [red, green]"),
    ],
    [
      { Name: 'a', Colors: ['X86_64'] },
      one(
        "Value '[X86_64]' at 'colors' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [red, green], Member must not be null]",
      ),
    ],
    [
      { Name: 'a', Tags: { long: 'v' } },
      one(
        "Value '{long=v}' at 'tags' failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 3, Member must have length greater than or equal to 1]",
      ),
    ],
    [
      { Name: 'a', Tags: { k: 'value' } },
      one(
        "Value '{k=value}' at 'tags' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 4, Member must have length greater than or equal to 0, Member must not be null]",
      ),
    ],
    [
      { Name: 'a', Secret: 'short' },
      one("Value at 'secret' failed to satisfy constraint: Member must have length greater than or equal to 8"),
    ],
    [
      { Name: 'a', Parts: [{ Id: 'x' }, { Id: 'y' }] },
      one("Value '[Part(id=x), Part(id=y)]' at 'parts' failed to satisfy constraint: Member must have length less than or equal to 1"),
    ],
    [{ Name: 'a', Parts: [{}] }, one("Value null at 'parts.1.member.id' failed to satisfy constraint: Member must not be null")],
  ])('%j', (input, message) => {
    expect(validate(input)).toBe(message);
  });

  test('counts and joins', () => {
    expect(validate({ Name: 'ABCDEF' })).toBe(
      "ValidationException: 2 validation errors detected: Value 'ABCDEF' at 'name' failed to satisfy constraint: Member must have length less than or equal to 5; " +
        "Value 'ABCDEF' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-z]+",
    );
  });

  test('a list of thousands of bad items is reported in part', () => {
    expect(validate({ Name: 'a', Parts: Array.from({ length: 5000 }, () => ({})) })).toContain('50 validation errors detected');
  });
});

describe('services differ', () => {
  test('logs have a code of their own', () => {
    expect(messageOf(() => models.service('logs').validate('CreateLogGroup', {}))).toMatch(
      /^InvalidParameterException: 1 validation error/,
    );
  });

  test('API Gateway names the input', () => {
    expect(messageOf(() => models.service('apigateway').validate('CreateRestApi', {}))).toContain(
      "Value null at 'createRestApiInput.name'",
    );
  });

  test('the object service checks by hand, apart from what documents must hold', () => {
    const rules = (...Rules: object[]) =>
      messageOf(() => models.service('s3').validate('PutBucketEncryption', { ServerSideEncryptionConfiguration: { Rules } }));
    expect(messageOf(() => models.service('s3').validate('PutObject', {}))).toBe('nothing');
    expect(rules({}, { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } })).toBe('nothing');
    expect(rules({}, { ApplyServerSideEncryptionByDefault: {} })).toMatch(
      /^MalformedXML: The XML you provided was not well-formed or did not/,
    );
    expect(rules()).toBe('nothing');
    expect(messageOf(() => models.service('s3').validate('PutBucketCors', { CORSConfiguration: {} }))).toMatch(/^MalformedXML/);
  });
});
