// Checks requests to the management endpoints against their schemas, and says in one sentence which member is wrong.
import type { ErrorObject } from 'ajv';
import { BODY_INVALID, PARAMETER_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { lazy } from '#lib/lazy';
import type { JsonSchema } from './route.ts';

type Part = 'body' | 'querystring' | 'params';
interface RoutePart {
  readonly schema: JsonSchema;
  readonly httpPart: Part;
}

const PARTS = {
  body: { name: 'body', member: 'member' },
  querystring: { name: 'query', member: 'parameter' },
  params: { name: 'path', member: 'part' },
} as const;

/**
 * Loads ajv with the first request that has something to check, and compiles a schema at its first use: the first call is mostly a health check
 * without parameters. The default export is the same from node_modules and in the bundle; names are not. Nothing is converted, filled in or removed; no body is an empty one. The schemas themselves are checked by the tests.
 */
export function validatorsOnDemand(): (part: RoutePart) => (data: object | null) => { readonly value: object } | Promise<true> {
  const ajv = lazy(
    async () => new (await import('ajv')).default.Ajv({ meta: false, validateSchema: false, verbose: true, allowUnionTypes: true }),
  );
  return ({ schema, httpPart }) => {
    const validator = lazy(async () => (await ajv()).compile(schema));
    const check = async (value: object): Promise<true> => {
      const isValid = await validator();
      if (isValid(value)) return true;
      throw explained(httpPart, isValid.errors![0]!);
    };
    const mayBeEmpty = (schema.required ?? []).length === 0;
    return (data) => (mayBeEmpty && Object.keys(data ?? {}).length === 0 ? { value: data ?? {} } : check(data ?? {}));
  };
}

function explained(part: Part, error: ErrorObject): EmulatorError {
  const { name, member } = PARTS[part];
  const { description, properties = {} } = error.parentSchema as JsonSchema;
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys(properties).map((key) => `"${key}"`);
    const message = `The ${name} has the ${member} "${error.params['additionalProperty']}", which this endpoint does not take.`;
    return refused(part, message, description ?? (known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`));
  }
  if (error.keyword === 'required') {
    const missing = String(error.params['missingProperty']);
    return refused(part, `The ${name} lacks the ${member} "${missing}".`, properties[missing]?.description);
  }
  return refused(part, `The ${member} "${error.instancePath.slice(1)}" of the ${name} ${reasonOf(error)}.`, description);
}

function reasonOf({ keyword, schema, message }: ErrorObject): string | undefined {
  if (keyword === 'enum') return `must be one of ${(schema as string[]).join(', ')}`;
  if (keyword === 'type') return `must be a ${schema}`;
  return keyword === 'pattern' ? 'has a value that this endpoint does not take' : message;
}

const refused = (part: Part, message: string, hint: string | undefined): EmulatorError =>
  part === 'body' ? new EmulatorError(BODY_INVALID, message, { hint }) : new EmulatorError(PARAMETER_INVALID, message, { hint });
