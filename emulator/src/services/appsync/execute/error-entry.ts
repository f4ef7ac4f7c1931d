// Errors in answers, with the members and in the words of the cloud.
import type { FieldNode, GraphQLError, GraphQLSchema } from 'graphql';
import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { own } from '#lib/table';
import { ResolverError } from '#services/appsync/resolvers/resolver-error';

interface Location {
  readonly line: number;
  readonly column: number;
  readonly sourceName: null;
}

export interface ErrorEntry {
  readonly path: readonly (string | number)[] | null;
  readonly data?: unknown;
  readonly errorType?: string | null;
  readonly errorInfo?: unknown;
  readonly locations: readonly Location[] | null;
  readonly message: string | null;
}

/** `/posts[0]/id` */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `/${part}`)).join('');

const locationsOf = (error: GraphQLError): Location[] | null =>
  error.locations?.map(({ line, column }) => ({ line, column, sourceName: null })) ?? null;

export function entryOf(error: GraphQLError, schema: GraphQLSchema): ErrorEntry {
  const { originalError, path = [], message } = error;
  if (originalError instanceof ResolverError) {
    const { errorType, errorInfo, data } = originalError.raised;
    const field = error.nodes?.find((node): node is FieldNode => node.kind === 'Field');
    return {
      path: [...(path ?? [])],
      data: cut(data, field),
      errorType,
      errorInfo: errorInfo ?? null,
      locations: locationsOf(error),
      message: originalError.raised.message,
    };
  }
  return {
    path: path.length > 0 ? [...path] : null,
    locations: path.length > 0 ? null : locationsOf(error),
    message: wordsOf(message, path, schema),
  };
}

/** The engine's words for a missing value, in those of the cloud. */
function wordsOf(message: string, path: readonly (string | number)[], schema: GraphQLSchema): string {
  const [, parent, field] = /^Cannot return null for non-nullable field (\w+)\.(\w+)\.$/.exec(message) ?? [];
  if (parent !== undefined && field !== undefined) {
    const type = schema.getType(parent);
    const known = isObjectType(type) || isInterfaceType(type) ? own(type.getFields(), field) : undefined;
    const name = known ? getNamedType(known.type).name : '';
    return `Cannot return null for non-nullable type: '${name}' within parent '${parent}' (${pathText(path)})`;
  }
  const [, variable, type] = /^Variable "\$(\w+)" of (?:required|non-null) type "([^"]+)"/.exec(message) ?? [];
  if (variable !== undefined) return `Variable '${variable}' has coerced Null value for NonNull type '${type}'`;
  const [, name, extra, input] =
    /^Variable "\$(\w+)" got invalid value .*?; Field "(\w+)" is not defined by type "(\w+)"/s.exec(message) ?? [];
  if (name !== undefined)
    return `The variables input contains a field name '${extra}' that is not defined for input object type '${input}' `;
  const invalid = /^Variable "\$(\w+)" got invalid value/.exec(message)?.[1];
  return invalid === undefined ? message : `Variable '${invalid}' has an invalid value.`;
}

/** The data of an error has what the field's selection asks for, and no more. */
function cut(data: unknown, field: FieldNode | undefined): unknown {
  const selections = field?.selectionSet?.selections;
  if (data === null || data === undefined) return null;
  if (!selections || typeof data !== 'object') return data;
  if (Array.isArray(data)) return data.map((item) => cut(item, field));
  return Object.fromEntries(
    selections.flatMap((each) => {
      if (each.kind !== 'Field') return [];
      const value = own(data as Readonly<Record<string, unknown>>, each.name.value);
      return [[each.alias?.value ?? each.name.value, value === undefined ? null : cut(value, each)]];
    }),
  );
}
