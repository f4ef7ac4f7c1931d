// Models are JSON schemas of draft 4, which may refer to each other in circles.
import { expect, it } from 'vitest';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { modelValidator } from './model-validator.ts';

const url = (name: string) => ({ $ref: `https://apigateway.amazonaws.com/restapis/abc/models/${name}` });
const model = (name: string, schema: object) => ({
  name,
  schema: JSON.stringify({ $schema: 'http://json-schema.org/draft-04/schema#', ...schema }),
});

const MODELS = [
  model('Pet', {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'integer', minimum: 1, exclusiveMinimum: true },
      name: { type: 'string', pattern: '^[a-z]+$' },
      minimum: { type: 'string' },
      owner: url('Owner'),
    },
  }),
  model('Owner', { type: 'object', properties: { pets: { type: 'array', items: url('Pet') } } }),
  model('Hostile', { type: 'string', pattern: '^(a*)*(a*)*b$' }),
  model('Broken', { type: 'string', pattern: '(' }),
  model('Lost', url('Nobody')),
];

it.each([
  [{ name: 'rex' }, true],
  [{}, false],
  [{ name: 'Rex' }, false],
  [{ name: 'rex', id: 1 }, false],
  [{ name: 'rex', id: 2 }, true],
  [{ name: 'rex', minimum: 7 }, false],
  [{ name: 'rex', owner: { pets: [{ name: 'bo' }] } }, true],
  [{ name: 'rex', owner: { pets: [{ name: 7 }] } }, false],
])('judges %j: %s', async (body, isValid) => {
  const validate = await modelValidator(MODELS.slice(0, 2), 'Pet');
  expect(validate!(body).length === 0).toBe(isValid);
});

it('knows no models that are not there', async () => {
  expect(await modelValidator(MODELS.slice(0, 2), 'None')).toBeUndefined();
});

it('stops patterns that take too long, and refuses those that cannot be read', async () => {
  const validate = await modelValidator([MODELS[2]!], 'Hostile');
  expect(validate!('a'.repeat(5000))).toHaveLength(1);
  await expect(modelValidator([MODELS[3]!], 'Broken').then((broken) => broken!('x'))).rejects.toThrow('cannot be used');
  await expect(modelValidator([MODELS[4]!], 'Lost').then((lost) => lost!('x'))).rejects.toThrow(/resolve/);
});

it.each(['allOf', 'oneOf', 'anyOf'])('ends where each level of a body is looked at twice by %s', async (word) => {
  const again = { properties: { x: { $ref: '#/definitions/again' } }, required: ['x'] };
  const twice = model('Twice', { definitions: { again: { [word]: [again, again] } }, $ref: '#/definitions/again' });
  const validate = await modelValidator([twice], 'Twice');
  expect(
    processorMs(() => {
      expect(validate!(JSON.parse(`${'{"x":'.repeat(24)}{}${'}'.repeat(24)}`))).toEqual(['object takes more than 150 ms to validate']);
      // Bounded work; the figure leaves room for slow machines.
    }),
  ).toBeLessThan(2000);
});
