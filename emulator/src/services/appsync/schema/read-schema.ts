// Reads a schema: the text that was uploaded becomes types, with the scalars and directives of the cloud.
import {
  buildASTSchema,
  concatAST,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  isScalarType,
  Kind,
  parse,
  validateSchema,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { PRELUDE } from './prelude.ts';
import { scalarCheck } from './scalars.ts';

/** Limit: bytes of the schema of a GraphQL API. */
export const MAX_SCHEMA_BYTES = 1024 * 1024;
const NOT_PARSED = "Failed to parse schema document - ensure it's a valid SDL-formatted document.";
const BUILT_IN = new Set(['deprecated', 'specifiedBy', 'oneOf', 'skip', 'include']);

export interface ReadSchema {
  readonly schema: GraphQLSchema;
  /** As uploaded. */
  readonly document: DocumentNode;
}

/** In the cloud's words. */
export interface SchemaFailure {
  readonly failed: string;
  /** Nothing is wrong, but there is no query. */
  readonly isIncomplete?: true;
}

export const nameOf = (node: DefinitionNode): string | undefined => ('name' in node ? node.name?.value : undefined);

export function readSchema(definition: string): ReadSchema | SchemaFailure {
  if (Buffer.byteLength(definition) > MAX_SCHEMA_BYTES) return { failed: `The schema has more than ${MAX_SCHEMA_BYTES} bytes.` };
  const document = parsed(definition);
  if (!document) return { failed: NOT_PARSED };
  const missing = missingQuery(document);
  if (missing !== undefined) return { failed: missing, isIncomplete: true };
  try {
    const schema = buildASTSchema(withPrelude(document));
    const [error] = validateSchema(schema);
    if (error) return { failed: error.message };
    for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) giveChecks(type);
    return { schema, document };
  } catch (error) {
    // Many messages are joined by blank lines: the first is said.
    return { failed: wordsOf((error as Error).message.split('\n\n', 1)[0]!) };
  }
}

/** Undefined for what is no SDL. */
export function parsed(definition: string): DocumentNode | undefined {
  try {
    return parse(definition, { noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function missingQuery({ definitions }: DocumentNode): string | undefined {
  const roots = definitions.flatMap((node) =>
    node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION ? [node.operationTypes ?? []] : [],
  );
  if (roots.length > 0)
    return roots.flat().some(({ operation }) => operation === 'query') ? undefined : "A schema MUST have a 'query' operation defined.";
  const hasQuery = definitions.some((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Query');
  return hasQuery ? undefined : 'There is no top level schema object defined.';
}

/** Schemas may declare the scalars and directives of the cloud themselves, for their tools. Directives that nobody declares have no effect. */
function withPrelude(document: DocumentNode): DocumentNode {
  const own = new Set(document.definitions.map((node) => `${node.kind} ${nameOf(node)}`));
  const added = parse(PRELUDE, { noLocation: true }).definitions.filter((node) => !own.has(`${node.kind} ${nameOf(node)}`));
  const directives = new Set(BUILT_IN);
  for (const node of [...added, ...document.definitions]) if (node.kind === Kind.DIRECTIVE_DEFINITION) directives.add(node.name.value);
  const known = visit(document, { Directive: (node) => (directives.has(node.name.value) ? undefined : null) });
  return concatAST([{ kind: Kind.DOCUMENT, definitions: added }, known]);
}

function wordsOf(message: string): string {
  const type = /^Unknown type "([^"]+)"/.exec(message)?.[1];
  return type === undefined ? message : `Type "${type}" not found in document.`;
}

/** Checks values in requests. Values in answers are checked where a resolver gives them, because their errors name the place. */
function giveChecks(scalar: GraphQLScalarType): void {
  const check = scalarCheck(scalar.name);
  const checked = (value: unknown): unknown => {
    if (check && !check(value)) throw new GraphQLError(`is not a valid '${scalar.name}'`);
    return scalar.name === 'AWSTimestamp' ? Number(value) : value;
  };
  if (scalar.name === 'AWSJSON') {
    scalar.parseValue = jsonValue;
    scalar.parseLiteral = (node, variables) => jsonValue(valueFromASTUntyped(node, variables));
  } else if (check) {
    scalar.parseValue = checked;
    scalar.parseLiteral = (node, variables) => checked(valueFromASTUntyped(node, variables));
  }
}

/** Requests hold JSON as text; resolvers are given what it says. */
function jsonValue(value: unknown): unknown {
  if (typeof value !== 'string') throw new GraphQLError("is not a valid 'AWSJSON'");
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new GraphQLError("is not a valid 'AWSJSON'");
  }
}
