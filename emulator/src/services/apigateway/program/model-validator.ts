// Validates bodies by the models of an API: JSON schemas of draft 4, which refer to each other by the addresses of models. Loads its library with the
// first use; patterns run with counted steps. Schemas that take each part of a body apart in two ways take time by the power of its depth: time is limited.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Regex, RegexSyntaxError, RegexTooCostly } from '#lib/regex/regex';
import { dictionary } from '#lib/table';
import { TimeLimit, TimeOver } from '#lib/time-limit';

export interface NamedSchema {
  readonly name?: string | undefined;
  readonly schema?: string | undefined;
}

/** The problems of a body, each in a sentence; empty for a valid one. */
export type ValidateBody = (body: unknown) => readonly string[];

const MODEL_URL = /^https?:\/\/apigateway\.amazonaws\.com\/restapis\/[^/]+\/models\/([^/#]+)/;
const ID = 'model:';
/** Limit: time of the processor that the validation of a body takes. A body that takes longer is not valid. */
const MAX_MS = 150;

type Schema = boolean | Readonly<Record<string, unknown>>;

/** Undefined where the model is not there. @throws Error for a schema that cannot be used */
export async function modelValidator(models: readonly NamedSchema[], name: string): Promise<ValidateBody | undefined> {
  if (!models.some((model) => model.name === name)) return undefined;
  const { Ajv } = (await import('ajv')).default;
  const options = { meta: false, validateSchema: false, validateFormats: false, strict: false, logger: false, allErrors: true } as const;
  const ajv = new Ajv({ ...options, code: { regExp: countedRegex } });
  for (const model of models) ajv.addSchema(modern(JSON.parse(model.schema ?? '{}')) as object, `${ID}${model.name}`);
  const validate = ajv.getSchema(`${ID}${name}`) as ValidateFunction;
  const limit = new TimeLimit(MAX_MS);
  return (body) => {
    try {
      return limit.runOnProcessor(() => validate(body)) ? [] : (validate.errors ?? []).map(sentenceOf);
    } catch (error) {
      if (error instanceof TimeOver) return [`object takes more than ${MAX_MS} ms to validate`];
      throw error;
    }
  };
}

const sentenceOf = ({ instancePath, message }: ErrorObject): string => `${instancePath || 'object'} ${message}`;

/** The engine for `pattern`; its `code` is what generated code would print, which this is not. */
function countedRegex(source: string): { test(text: string): boolean } {
  try {
    const regex = new Regex(source, { whole: false });
    return { test: (text) => passes(regex, text) };
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw new Error(`The pattern ${JSON.stringify(source)} cannot be used: ${error.message}`);
    throw error;
  }
}
countedRegex.code = 'new RegExp';

function passes(regex: Regex, text: string): boolean {
  try {
    return regex.test(text);
  } catch (error) {
    if (error instanceof RegexTooCostly) return false;
    throw error;
  }
}

/** Draft 4 in the terms of later drafts: exclusive limits are numbers there, and ids have another name. */
function modern(value: unknown): Schema | unknown {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _, id, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = value as Record<string, unknown>;
  const schema: Record<string, unknown> = dictionary();
  for (const [name, member] of Object.entries(others)) schema[name] = name === '$ref' ? localReference(member) : modern(member);
  // Beside these words, `id` may also be a property's name, whose schema is a map.
  if (typeof id === 'object' && id !== null) schema['id'] = modern(id);
  Object.assign(schema, limit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum));
  return Object.assign(schema, limit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum));
}

function limit(plain: string, exclusive: string, value: unknown, isExclusive: unknown): Record<string, unknown> {
  // A property may have the name of the word: its schema is a map.
  const own = (name: string, each: unknown) => (each === undefined || typeof each === 'boolean' ? {} : { [name]: modern(each) });
  if (isExclusive === true && typeof value === 'number') return { [exclusive]: value };
  return { ...own(plain, value), ...own(exclusive, isExclusive) };
}

function localReference(reference: unknown): unknown {
  if (typeof reference !== 'string') return modern(reference);
  const name = MODEL_URL.exec(reference)?.[1];
  return name === undefined ? reference : `${ID}${name}`;
}
