// Validates queries, with messages in the cloud's words: `Validation error of type FieldUndefined: …`.
import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
  visit,
} from 'graphql';
import type { ErrorEntry } from './error-entry.ts';
import { mergesFields } from './merge-fields.ts';

/** A kind of error, and the words for one by the parts of the engine's message. */
type Words = readonly [rule: string, type: string, pattern: RegExp, words: (parts: readonly string[]) => string];

const WORDS: readonly Words[] = [
  ['FieldsOnCorrectTypeRule', 'FieldUndefined', /field "(\w+)" on type "(\w+)"/, ([f, t]) => `Field '${f}' in type '${t}' is undefined`],
  [
    'ScalarLeafsRule',
    'SubSelectionRequired',
    /Field "(\w+)" of type "([^"]+)" must have/,
    ([f, t]) => `Sub selection required for type ${named(t)} of field ${f}`,
  ],
  [
    'ScalarLeafsRule',
    'SubSelectionNotAllowed',
    /Field "(\w+)" must not have .* type "([^"]+)"/,
    ([f, t]) => `Sub selection not allowed on leaf type ${named(t)} of field ${f}`,
  ],
  ['KnownArgumentNamesRule', 'UnknownArgument', /argument "(\w+)"/, ([a]) => `Unknown field argument ${a}`],
  ['ProvidedRequiredArgumentsRule', 'MissingFieldArgument', /argument "(\w+)"/, ([a]) => `Missing field argument ${a}`],
  ['NoUndefinedVariablesRule', 'UndefinedVariable', /Variable "\$(\w+)"/, ([v]) => `Undefined variable ${v}`],
  ['NoUnusedVariablesRule', 'UnusedVariable', /Variable "\$(\w+)"/, ([v]) => `Unused variable ${v}`],
  ['KnownFragmentNamesRule', 'UndefinedFragment', /fragment "(\w+)"/, ([f]) => `Undefined fragment ${f}`],
  ['NoUnusedFragmentsRule', 'UnusedFragment', /Fragment "(\w+)"/, ([f]) => `Unused fragment ${f}`],
  ['NoFragmentCyclesRule', 'FragmentCycle', /^/, () => 'Fragment cycles not allowed'],
  ['KnownTypeNamesRule', 'UnknownType', /type "(\w+)"/, ([t]) => `Unknown type ${t}`],
  ['KnownDirectivesRule', 'UnknownDirective', /directive "@(\w+)"/, ([d]) => `Unknown directive ${d}`],
  ['VariablesInAllowedPositionRule', 'VariableTypeMismatch', /^/, () => "Variable type doesn't match"],
  ['ValuesOfCorrectTypeRule', 'WrongType', /^([\s\S]*)$/, ([m]) => m ?? ''],
];
const named = (type = ''): string => type.replace(/[[\]!]/g, '');

export function validateQuery(schema: GraphQLSchema, document: DocumentNode): ErrorEntry[] {
  const found: { readonly error: GraphQLError; readonly rule: string }[] = [];
  // The engine compares every pair of fields with one name, which a hostile query has many of: the same is found in one walk.
  const rules = specifiedRules.filter(({ name }) => name !== 'OverlappingFieldsCanBeMergedRule').map((rule) => noting(rule, found));
  validate(schema, document, rules);
  const paths = found.length > 0 ? pathsIn(document) : new Map<ASTNode, string[]>();
  const entries = found.map(({ error, rule }) => entryFor(error, rule, paths));
  if (entries.length > 0) return entries;
  const conflict = mergesFields(document);
  return conflict === undefined ? [] : [{ path: null, locations: null, message: `Validation error of type FieldsConflict: ${conflict}` }];
}

/** The rule, with its name beside each error. */
function noting(rule: ValidationRule, found: { readonly error: GraphQLError; readonly rule: string }[]): ValidationRule {
  return (context: ValidationContext): ASTVisitor => {
    const noted = Object.create(context, {
      reportError: {
        value: (error: GraphQLError) => {
          found.push({ error, rule: rule.name });
          context.reportError(error);
        },
      },
    }) as ValidationContext;
    return rule(noted);
  };
}

/** The names of the fields that lead to each node. */
function pathsIn(document: DocumentNode): Map<ASTNode, string[]> {
  const paths = new Map<ASTNode, string[]>();
  const path: string[] = [];
  visit(document, {
    enter: (node) => {
      if (node.kind === 'Field') path.push(node.name.value);
      paths.set(node, [...path]);
    },
    leave: (node) => {
      if (node.kind === 'Field') path.pop();
    },
  });
  return paths;
}

function entryFor(error: GraphQLError, rule: string, paths: ReadonlyMap<ASTNode, readonly string[]>): ErrorEntry {
  const words = WORDS.find(([name, , pattern]) => name === rule && pattern.test(error.message));
  const text = words ? words[3](words[2].exec(error.message)!.slice(1)) : error.message;
  const type = words?.[1] ?? rule.replace(/Rule$/, '');
  const node = error.nodes?.at(-1) as FieldNode | undefined;
  const path = (node && paths.get(node)) ?? [];
  return {
    path: null,
    locations: error.locations?.map(({ line, column }) => ({ line, column, sourceName: null })) ?? null,
    message: `Validation error of type ${type}: ${text}${path.length > 0 ? ` @ '${path.join('/')}'` : ''}`,
  };
}
