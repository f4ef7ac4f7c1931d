// Filters of DescribeParameters and GetParametersByPath: checked with the service's error texts, then applied to each parameter.

import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { fault } from '#model/ssm';
import { invalid } from './find-parameter.ts';
import { pathFlaw } from './parameter-name.ts';
import type { Parameter, Version } from './state.ts';

export interface GivenFilter {
  readonly Key: string;
  readonly Option?: string | undefined;
  readonly Values?: readonly string[] | undefined;
}
export interface Filter {
  readonly key: string;
  readonly option: string;
  readonly values: readonly string[];
}
export type ListedBy = 'describe' | 'path';
export interface Candidate {
  readonly parameter: Frozen<Parameter>;
  readonly version: Frozen<Version>;
}

const KEYS: Readonly<Record<ListedBy, readonly string[]>> = {
  describe: ['Path', 'Name', 'Type', 'KeyId', 'Tier', 'DataType'],
  path: ['Type', 'KeyId', 'Label'],
};
const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = table({
  Tier: ['Standard', 'Advanced', 'Intelligent-Tiering'],
  Type: ['String', 'StringList', 'SecureString'],
});

export function readFilters(given: readonly GivenFilter[], by: ListedBy): Filter[] {
  const seen = new Set<string>();
  return given.map(({ Key: key, Option, Values }) => {
    const isTag = key.startsWith('tag:');
    if (isTag ? by === 'path' : !KEYS[by].includes(key))
      throw fault(
        'InvalidFilterKey',
        `The following filter key is not valid: ${key}. Valid filter keys include: [${KEYS[by].join(', ')}].`,
      );
    if (!isTag && !Values?.length)
      throw fault('InvalidFilterValue', `The following filter values are missing : null for filter key ${key}.`);
    if (seen.has(key))
      throw fault(
        'InvalidFilterKey',
        `The following filter is duplicated in the request: ${key}. A request can contain only one occurrence of a specific filter.`,
      );
    seen.add(key);
    const option = Option ?? (key === 'Path' ? 'OneLevel' : 'Equals');
    checkOption(key, option);
    for (const value of Values ?? []) checkFilterValue(key, value);
    return { key, option, values: Values ?? [] };
  });
}

function checkOption(key: string, option: string): void {
  const allowed =
    key === 'Path' ? ['Recursive', 'OneLevel'] : key === 'Name' ? ['BeginsWith', 'Equals', 'Contains'] : ['BeginsWith', 'Equals'];
  if (!allowed.includes(option))
    throw fault(
      'InvalidFilterOption',
      `The following filter option is not valid: ${option}. Valid options include: [${allowed.join(', ')}].`,
    );
}

function checkFilterValue(key: string, value: string): void {
  const known = KNOWN_VALUES[key];
  if (known && !known.includes(value))
    throw fault('InvalidFilterOption', `The following filter value is not valid: ${value}. Valid values include: [${known.join(', ')}].`);
  if (key !== 'Path') return;
  if (/^\/(?:aws|ssm)/i.test(value))
    throw invalid(
      'Filters for common parameters can\'t be prefixed with "aws" or "ssm" (case-insensitive). When using global parameters, please specify within a global namespace.',
    );
  const flaw = pathFlaw(value);
  if (flaw !== undefined) throw invalid(flaw);
}

/** All filters must match; of the values of a filter any may match. */
export const passes = (filters: readonly Filter[], candidate: Candidate): boolean =>
  filters.every((filter) => passesOne(filter, candidate));

function passesOne({ key, option, values }: Filter, { parameter, version }: Candidate): boolean {
  if (key === 'Path') return values.some((path) => isUnder(parameter.name, path, option === 'Recursive'));
  if (key === 'Label') return values.some((label) => version.labels.includes(label));
  if (key.startsWith('tag:')) {
    const tag = parameter.tags.find(({ Key }) => Key === key.slice('tag:'.length))?.Value;
    return tag !== undefined && (values.length === 0 || matches(tag, option, values));
  }
  if (key === 'Name') {
    const wanted = option === 'Contains' ? values : values.map(absolute);
    return matches(absolute(parameter.name), option, wanted);
  }
  const facts: Readonly<Record<string, string | undefined>> = table({
    Type: parameter.type,
    KeyId: version.keyId,
    Tier: version.tier,
    DataType: version.dataType,
  });
  const fact = facts[key];
  return fact !== undefined && matches(fact, option, values);
}

function matches(text: string, option: string, values: readonly string[]): boolean {
  if (option === 'BeginsWith') return values.some((value) => text.startsWith(value));
  if (option === 'Contains') return values.some((value) => text.includes(value));
  return values.includes(text);
}

/** A name of a single level is the same with and without its slash. */
export const absolute = (name: string): string => (name.startsWith('/') ? name : `/${name}`);

export function isUnder(name: string, path: string, recursive: boolean): boolean {
  const head = path.endsWith('/') ? path : `${path}/`;
  const whole = absolute(name);
  return whole.startsWith(head) && whole.length > head.length && (recursive || !whole.includes('/', head.length));
}
