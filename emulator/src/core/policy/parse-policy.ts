// Parses a policy document. Checks only its form; policy-rules.ts checks what identity and trust policies must contain.

import { isObject } from '#lib/json-object';
import { parseOperator } from './condition-operator.ts';
import {
  type Element,
  type PolicyCondition,
  type PolicyDocument,
  PolicyError,
  type PolicyStatement,
  type PolicyVersion,
  type PrincipalElement,
  type PrincipalKind,
} from './policy-document.ts';

/** Limit: characters of a policy: no operation of the public API accepts longer ones. */
const MAX_POLICY_LENGTH = 131_072;

const TOP_ELEMENTS = new Set(['Version', 'Id', 'Statement']);
const STATEMENT_ELEMENTS = new Set([
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
]);
const PRINCIPAL_KINDS = new Set<string>(['AWS', 'Service', 'Federated', 'CanonicalUser'] satisfies PrincipalKind[]);

type Json = Readonly<Record<string, unknown>>;

/** @throws PolicyError. Reads no deeper than the language allows, so deeply nested text costs nothing. */
export function parsePolicy(text: string): PolicyDocument {
  if (text.length > MAX_POLICY_LENGTH) throw new PolicyError('size', `Policy size exceeds the maximum of ${MAX_POLICY_LENGTH} characters.`);
  const document = object(parseJson(text));
  only(document, TOP_ELEMENTS);
  const { Version, Id, Statement } = document;
  if (Version !== undefined && Version !== '2008-10-17' && Version !== '2012-10-17') throw syntaxError();
  const statements = Array.isArray(Statement) ? Statement : [Statement];
  if (statements.length === 0) throw syntaxError();
  return { version: Version as PolicyVersion | undefined, id: optionalText(Id), statements: statements.map(parseStatement) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PolicyError('json', 'Syntax errors in policy.');
  }
}

function parseStatement(value: unknown): PolicyStatement {
  const statement = object(value);
  only(statement, STATEMENT_ELEMENTS);
  const { Effect } = statement;
  if (typeof Effect !== 'string' || !/^(allow|deny)$/i.test(Effect)) throw syntaxError();
  const effect = Effect.toLowerCase() === 'allow' ? 'Allow' : 'Deny';
  return {
    sid: optionalText(statement['Sid']),
    effect,
    ...(effect === Effect ? {} : { hasOddEffect: true }),
    principal: element(statement, 'Principal', parsePrincipal),
    action: element(statement, 'Action', textList),
    resource: element(statement, 'Resource', textList),
    conditions: statement['Condition'] === undefined ? [] : parseConditions(object(statement['Condition'])),
  };
}

/** `Name` or `NotName`; both together are an error. */
function element<T>(statement: Json, name: string, parse: (value: unknown) => T): Element<T> | undefined {
  const [plain, negated] = [statement[name], statement[`Not${name}`]];
  if (plain !== undefined && negated !== undefined) throw syntaxError();
  if (plain !== undefined) return { negated: false, values: parse(plain) };
  return negated === undefined ? undefined : { negated: true, values: parse(negated) };
}

function parsePrincipal(value: unknown): PrincipalElement {
  if (value === '*') return '*';
  if (typeof value === 'string') throw new PolicyError('principal', `Invalid principal in policy: "${value}"`);
  const principal = object(value);
  only(principal, PRINCIPAL_KINDS);
  return Object.fromEntries(Object.entries(principal).map(([kind, named]) => [kind, textList(named)]));
}

function parseConditions(block: Json): PolicyCondition[] {
  return Object.entries(block).flatMap(([operator, keys]) => {
    const entries = Object.entries(object(keys));
    if (entries.length > 0 && parseOperator(operator) === undefined) throw syntaxError();
    return entries.map(([key, values]) => ({ operator, key, values: scalarList(values) }));
  });
}

function scalarList(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((item: unknown) => {
    if (typeof item !== 'string' && typeof item !== 'boolean' && typeof item !== 'number') throw syntaxError();
    return String(item);
  });
}

function textList(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(text);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw syntaxError();
  return value;
}

const optionalText = (value: unknown): string | undefined => (value === undefined ? undefined : text(value));

function object(value: unknown): Json {
  if (!isObject(value)) throw syntaxError();
  return value as Json;
}

function only(value: Json, names: ReadonlySet<string>): void {
  if (!Object.keys(value).every((name) => names.has(name))) throw syntaxError();
}

const syntaxError = () => new PolicyError('syntax', 'Syntax errors in policy.');
