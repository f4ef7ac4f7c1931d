// Data protection policies: which data in log events is audited and masked. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch-logs-data-protection-policies.html
import { RE2JS } from 're2js';
import { isObject, readObject } from '#lib/json-object';
import { invalid } from '#services/logs/groups/find-group';
import { type Finder, MANAGED, type TextSpan } from './identifiers.ts';

/** Limit: characters of a data protection policy. */
const MAX_CHARACTERS = 30_720;
/** Limit: custom data identifiers of a data protection policy. */
const MAX_CUSTOM = 10;
/** Limit: characters of the expression of a custom data identifier. */
const MAX_EXPRESSION = 200;
/** Limit: instructions of the expression of a custom data identifier. */
const MAX_PROGRAM = 500;

const flaw = (problem: string) => invalid(`Data protection policy is invalid: ${problem}.`);

/** Finders of the data that is audited and masked. @throws Fault InvalidParameterException */
export function readProtection(text: string): readonly Finder[] {
  if (text.length > MAX_CHARACTERS) throw flaw(`it is longer than ${MAX_CHARACTERS} characters`);
  const policy = readObject(text);
  if (!policy) throw flaw('it is not a JSON object');
  if (policy['Version'] !== '2021-06-01') throw flaw('Version must be 2021-06-01');
  if (typeof policy['Name'] !== 'string') throw flaw('Name is missing');
  const statements = policy['Statement'];
  if (!Array.isArray(statements) || statements.length !== 2) throw flaw('it must have one Audit and one Deidentify statement');
  const custom = customFinders(policy['Configuration']);
  const audit = statements.find(
    (each: unknown) => isObject(each) && isObject(each['Operation']) && isObject(each['Operation']['Audit']),
  ) as unknown;
  const mask = statements.find(
    (each: unknown) => isObject(each) && isObject(each['Operation']) && isObject(each['Operation']['Deidentify']),
  ) as unknown;
  if (!isObject(audit) || !isObject(mask)) throw flaw('it must have one Audit and one Deidentify statement');
  const { Operation } = mask as { Operation: { Deidentify: { MaskConfig?: unknown } } };
  if (!isObject(Operation.Deidentify.MaskConfig)) throw flaw('Deidentify needs an empty MaskConfig');
  if (JSON.stringify(audit['DataIdentifier']) !== JSON.stringify(mask['DataIdentifier']))
    throw flaw('the DataIdentifier of both statements must be the same');
  return findersOf(mask['DataIdentifier'], custom);
}

const IDENTIFIER = /^arn:aws[a-z-]*:dataprotection::aws:data-identifier\/(.+)$/;

function findersOf(given: unknown, custom: ReadonlyMap<string, Finder>): Finder[] {
  if (!Array.isArray(given) || given.length === 0) throw flaw('DataIdentifier must be a list');
  return given.map((identifier: unknown) => {
    const managed = IDENTIFIER.exec(String(identifier))?.[1];
    const found = managed === undefined ? custom.get(String(identifier)) : MANAGED.get(managed);
    if (!found)
      throw flaw(
        managed === undefined
          ? `${String(identifier)} is no data identifier`
          : `the data identifier ${managed} is not emulated, only ${[...MANAGED.keys()].join(', ')}`,
      );
    return found;
  });
}

function customFinders(configuration: unknown): ReadonlyMap<string, Finder> {
  const given = isObject(configuration) ? configuration['CustomDataIdentifier'] : undefined;
  if (given === undefined) return new Map();
  if (!Array.isArray(given) || given.length > MAX_CUSTOM) throw flaw(`CustomDataIdentifier can have at most ${MAX_CUSTOM} members`);
  return new Map(given.map((each: unknown) => customFinder(each)));
}

function customFinder(each: unknown): [string, Finder] {
  const { Name, Regex } = (isObject(each) ? each : {}) as { Name?: unknown; Regex?: unknown };
  if (typeof Name !== 'string' || typeof Regex !== 'string' || Regex.length > MAX_EXPRESSION)
    throw flaw(`a custom data identifier has a Name, and a Regex of at most ${MAX_EXPRESSION} characters`);
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(Regex);
  } catch {
    throw flaw(`the Regex of ${Name} is no expression`);
  }
  if (expression.programSize() > MAX_PROGRAM) throw flaw(`the Regex of ${Name} is too large`);
  const find = (text: string): TextSpan[] => {
    const found: TextSpan[] = [];
    const matcher = expression.matcher(text);
    while (matcher.find()) if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
    return found;
  };
  return [Name, { find, cost: expression.programSize() }];
}

/** Sorted, neighbours put together. */
export function together(found: readonly TextSpan[]): TextSpan[] {
  const sorted = [...found].sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** The text with asterisks for what was found. */
export function masked(text: string, found: readonly (readonly number[])[]): string {
  let shown = '';
  let at = 0;
  for (const [start = 0, end = 0] of found) {
    shown += text.slice(at, start) + '*'.repeat(end - start);
    at = end;
  }
  return shown + text.slice(at);
}
