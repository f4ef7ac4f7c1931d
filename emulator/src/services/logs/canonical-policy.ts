// Writes a policy as the service describes it: with a version, its elements in order, a list of one principal as that principal (recorded in February 2026).
import { isObject } from '#lib/json-object';

type Json = Readonly<Record<string, unknown>>;

const ELEMENTS = ['Sid', 'Effect', 'Principal', 'NotPrincipal', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'];

export function canonicalPolicy(text: string): string {
  const { Version = '2008-10-17', Id, Statement } = JSON.parse(text) as Json;
  const statements = (Array.isArray(Statement) ? Statement : [Statement]) as readonly Json[];
  return JSON.stringify({ Version, Id, Statement: statements.map(canonicalStatement) });
}

const canonicalStatement = (statement: Json): Json =>
  Object.fromEntries(ELEMENTS.map((name) => [name, /Principal$/.test(name) ? canonicalPrincipal(statement[name]) : statement[name]]));

function canonicalPrincipal(principal: unknown): unknown {
  if (!isObject(principal)) return principal;
  return Object.fromEntries(
    Object.entries(principal).map(([kind, named]) => [kind, Array.isArray(named) && named.length === 1 ? named[0] : named]),
  );
}
