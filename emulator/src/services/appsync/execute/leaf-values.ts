// Values that resolvers give, as their types show them: texts, numbers and scalars of the cloud are converted as the cloud does, and lists and objects must
// be some. Errors are worded as the cloud's.
import { type GraphQLLeafType, type GraphQLOutputType, isEnumType, isLeafType, isListType, isNonNullType } from 'graphql';
import { scalarCheck, scalarNoun } from '#services/appsync/schema/scalars';

/** `path`: `/posts[0]/id`. @throws Error in the cloud's words */
export function shaped(value: unknown, type: GraphQLOutputType, path: () => string): unknown {
  if (isNonNullType(type)) return shaped(value, type.ofType, path);
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    if (!Array.isArray(value)) throw new Error(`Can't resolve value (${path()}) : type mismatch error, expected type LIST`);
    if (!isLeafType(leafOf(type))) return value;
    return value.map((item, at) => shaped(item, type.ofType, () => `${path()}[${at}]`));
  }
  if (isLeafType(type)) return leaf(value, type, path);
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Error(`Can't resolve value (${path()}) : type mismatch error, expected type OBJECT`);
  return value;
}

function leafOf(type: GraphQLOutputType): GraphQLOutputType {
  return isListType(type) || isNonNullType(type) ? leafOf(type.ofType as GraphQLOutputType) : type;
}

function leaf(value: unknown, type: GraphQLLeafType, path: () => string): unknown {
  const fail = (reason: string): never => {
    throw new Error(`Can't serialize value (${path()}) : ${reason}`);
  };
  if (isEnumType(type)) {
    if (typeof value === 'string' && type.getValue(value)) return value;
    return fail(`Invalid input for Enum '${type.name}'. No value found for name '${String(value)}'`);
  }
  const converted = convert(value, type.name);
  if (converted !== undefined) return converted;
  const noun = type.name.startsWith('AWS') ? scalarNoun(type.name) : type.name;
  return fail(
    type.name.startsWith('AWS')
      ? `Unable to serialize \`${textOf(value)}\` as a valid ${noun} Object.`
      : `Expected type '${noun}' but was '${javaType(value)}'.`,
  );
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const javaType = (value: unknown): string => {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Double';
  return Array.isArray(value) ? 'ArrayList' : 'LinkedHashMap';
};

/** Undefined where the value is none of the type. */
function convert(value: unknown, name: string): unknown {
  switch (name) {
    case 'ID':
    case 'String':
      return typeof value === 'object' ? javaText(value) : String(value);
    case 'Int':
      return whole(value);
    case 'Float': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    }
    case 'Boolean':
      if (typeof value === 'string') return value.toLowerCase() === 'true';
      return typeof value === 'number' ? value !== 0 : typeof value === 'boolean' ? value : undefined;
    case 'AWSJSON':
      return JSON.stringify(value);
    case 'AWSTimestamp':
      return scalarCheck(name)!(value) ? Number(value) : undefined;
    default: {
      const check = scalarCheck(name);
      return check && !check(value) ? undefined : value;
    }
  }
}

function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isInteger(number) && Math.abs(number as number) <= 2_147_483_647 ? (number as number) : undefined;
}

/** `{a=b, c=[1, 2]}`: an object where a text is expected prints as Java prints it. */
function javaText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javaText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${name}=${javaText(item)}`)
    .join(', ')}}`;
}
