// The definitions of insight rules: which log events they read, who contributes, and what is added up.
// Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/ContributorInsights-RuleSyntax.html
import { isObject, readObject } from '#lib/json-object';
import { invalidValue } from '#services/cloudwatch/faults';
import { type LogFormat, type ReadField, readerOf } from './log-fields.ts';

/** Limit: keys of an insight rule. */
const MAX_KEYS = 4;
/** Limit: filters of an insight rule. */
const MAX_FILTERS = 4;
/** Limit: values that a filter of an insight rule compares with. */
const MAX_FILTER_VALUES = 10;
/** Limit: log groups that an insight rule names. */
const MAX_GROUPS = 50;

export interface RuleDefinition {
  /** Names; a `*` at the end stands for any rest. */
  readonly groups: readonly string[];
  readonly format: LogFormat;
  readonly keys: readonly { readonly label: string; readonly read: ReadField }[];
  /** The number that is added up; absent where events are counted. */
  readonly summed?: ReadField | undefined;
  readonly filters: readonly ((event: unknown) => boolean)[];
}

const flaw = (problem: string) => invalidValue(`The rule definition is not valid: ${problem}.`);

/** @throws Fault InvalidParameterValueException */
export function readDefinition(text: string): RuleDefinition {
  const body = readObject(text);
  if (!body) throw flaw('it is not a JSON object');
  const schema = body['Schema'];
  if (!isObject(schema) || schema['Name'] !== 'CloudWatchLogRule' || schema['Version'] !== 1)
    throw flaw('Schema must be {"Name": "CloudWatchLogRule", "Version": 1}');
  const format = body['LogFormat'];
  if (format !== 'JSON' && format !== 'CLF') throw flaw('LogFormat must be JSON or CLF');
  const contribution = body['Contribution'];
  if (!isObject(contribution)) throw flaw('Contribution is missing');
  const fields = format === 'CLF' ? fieldNames(body['Fields']) : new Map<string, number>();
  const reader = (selector: string): ReadField => {
    const read = readerOf(selector, format, fields);
    if (!read) throw flaw(`${selector} is no field of ${format} events`);
    return read;
  };
  const keys = texts(contribution['Keys'], 'Contribution.Keys', MAX_KEYS);
  return {
    groups: groupsOf(body),
    format,
    keys: keys.map((label) => ({ label, read: reader(label) })),
    summed: summed(body['AggregateOn'], contribution['ValueOf'], reader),
    filters: filtersOf(contribution['Filters'], reader),
  };
}

function summed(aggregate: unknown, selector: unknown, reader: (selector: string) => ReadField): ReadField | undefined {
  if (aggregate !== 'Count' && aggregate !== 'Sum') throw flaw('AggregateOn must be Count or Sum');
  if (aggregate === 'Count') {
    if (selector !== undefined) throw flaw('ValueOf is only for rules that aggregate on Sum');
    return undefined;
  }
  if (typeof selector !== 'string') throw flaw('AggregateOn Sum needs ValueOf');
  return reader(selector);
}

/** A list of one to `most` texts. */
function texts(value: unknown, name: string, most: number): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most || !value.every((each) => typeof each === 'string'))
    throw flaw(`${name} must be a list of 1 to ${most} strings`);
  return value as string[];
}

const GROUP_ARN = /^arn:aws[a-z-]*:logs:[a-z0-9-]+:(?:\*|\d{12}):log-group[:/](.+?)(?::\*)?$/;

function groupsOf({ LogGroupNames: names, LogGroupARNs: arns }: Readonly<Record<string, unknown>>): readonly string[] {
  if ((names === undefined) === (arns === undefined)) throw flaw('exactly one of LogGroupNames and LogGroupARNs is needed');
  const given =
    arns === undefined
      ? texts(names, 'LogGroupNames', MAX_GROUPS)
      : texts(arns, 'LogGroupARNs', MAX_GROUPS).map((arn) => {
          const name = GROUP_ARN.exec(arn)?.[1];
          if (name === undefined) throw flaw(`${arn} is not the ARN of a log group`);
          return name;
        });
  for (const name of given)
    if (!/^[\w./#-]*\*?$/.test(name) || name === '') throw flaw(`${name} is not the name of a log group; * can only be at its end`);
  return given;
}

/** `{"4": "IpAddress"}`: names of the fields of a line, which are counted from 1. */
function fieldNames(given: unknown): ReadonlyMap<string, number> {
  if (given === undefined) return new Map();
  if (!isObject(given)) throw flaw('Fields must be an object');
  return new Map(
    Object.entries(given).map(([position, name]) => {
      if (!/^[1-9]\d{0,2}$/.test(position) || typeof name !== 'string') throw flaw('Fields must lead from positions to names');
      return [name, Number(position)];
    }),
  );
}

type Compare = (value: unknown, wanted: readonly string[], number: number) => boolean;

const numberIn = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

const WITH_TEXTS: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ['In', (value, wanted) => wanted.includes(String(value))],
  ['NotIn', (value, wanted) => !wanted.includes(String(value))],
  ['StartsWith', (value, wanted) => wanted.some((start) => String(value).startsWith(start))],
]);
const WITH_NUMBER: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ['GreaterThan', (value, _wanted, number) => numberIn(value) > number],
  ['LessThan', (value, _wanted, number) => numberIn(value) < number],
  ['EqualTo', (value, _wanted, number) => numberIn(value) === number],
  ['NotEqualTo', (value, _wanted, number) => numberIn(value) !== number],
]);

function filtersOf(given: unknown, reader: (selector: string) => ReadField): readonly ((event: unknown) => boolean)[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > MAX_FILTERS) throw flaw(`Contribution.Filters can have at most ${MAX_FILTERS} members`);
  return given.map((filter: unknown) => {
    if (!isObject(filter) || typeof filter['Match'] !== 'string') throw flaw('each filter needs Match');
    const { Match, ...operators } = filter as { Match: string };
    const read = reader(Match);
    const [[name, wanted] = ['', undefined], ...others] = Object.entries(operators as Record<string, unknown>);
    if (others.length > 0 || name === '') throw flaw('each filter needs exactly one operator');
    return filterBy(name, wanted, read);
  });
}

function filterBy(name: string, wanted: unknown, read: ReadField): (event: unknown) => boolean {
  if (name === 'IsPresent') {
    if (typeof wanted !== 'boolean') throw flaw('IsPresent takes true or false');
    return (event) => (read(event) !== undefined) === wanted;
  }
  const [ofTexts, ofNumber] = [WITH_TEXTS.get(name), WITH_NUMBER.get(name)];
  const compare = ofTexts ?? ofNumber;
  if (!compare) throw flaw(`${name} is not an operator of filters`);
  const list = ofTexts ? texts(wanted, name, MAX_FILTER_VALUES) : [];
  if (ofNumber && typeof wanted !== 'number') throw flaw(`${name} takes a number`);
  return (event) => {
    const value = read(event);
    return value !== undefined && compare(value, list, wanted as number);
  };
}
