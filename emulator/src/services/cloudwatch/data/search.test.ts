// SEARCH expressions: words of names, exact text, dimensions, logic.
import { expect, it } from 'vitest';
import { compileSearch, searchWords } from './search.ts';

const metric = (name: string, dimensions: Readonly<Record<string, string>> = {}, namespace = 'AWS/EC2') => ({
  ...{ id: name, namespace, name, unit: 'Count', dimensionsKey: '' },
  dimensions: Object.entries(dimensions).map(([key, value]) => ({ name: key, value })),
});
const found = (search: string) => compileSearch(search).test(metric('CPUUtilization', { InstanceId: 'i-1', Type: 'web' }));

it.each([
  ['CustomCount1', ['customcount1', 'custom', 'count', '1']],
  ['SDBFailure', ['sdbfailure', 'sdb', 'failure']],
  ['Project2-trial333', ['project2trial333', 'project', '2', 'trial', '333']],
])('%s has the words %j', (name, words) => expect(searchWords(name)).toEqual(words));

it.each([
  ['', true],
  ['utilization', true],
  ['cpuutilization', true],
  ['CPUUtilization', true],
  ['CpuUtilization', true],
  ['util', false],
  ['{AWS/EC2,InstanceId,Type} cpu', true],
  ['{AWS/EC2,Type,InstanceId}', true],
  ['{AWS/EC2,InstanceId} cpu', false],
  ['{AWS/SQS,InstanceId,Type}', false],
  ['MetricName="CPUUtilization"', true],
  ['MetricName="CPU"', false],
  ['InstanceId=i-1', true],
  ['Type=(db OR web)', true],
  ['NOT web', false],
  ['cpu AND NOT db', true],
  ['db OR (cpu web)', true],
] as const)('%s: %s', (search, wanted) => expect(found(search)).toBe(wanted));

it.each(['(cpu', 'cpu)', 'cpu OR', '"cpu', 'a=', Array(300).fill('cpu').join(' ')])('refuses %.20s', (search) =>
  expect(() => compileSearch(search)).toThrow(),
);
