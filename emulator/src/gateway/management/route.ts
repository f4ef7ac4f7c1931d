// The form of a management endpoint: its schemas, which check requests and make the page `docs/management.md`, and its handler.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Effect } from '#core/access';
import type { Kernel } from '#core/kernel';
import type { HealthNotes } from './health-notes.ts';
import type { ManagementParts } from './parts.ts';

/** The context of all handlers; one per emulator. */
export interface ManagementContext extends ManagementParts {
  readonly kernel: Kernel;
  readonly notes: HealthNotes;
  /** Identifies this run of the emulator. */
  readonly session: string;
}

/** The part of JSON Schema (draft 7) that these endpoints use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
}

export interface Answer {
  readonly description: string;
  /** By media type. The schema of `application/x-ndjson` is that of one line. */
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** A call that the page shows as a curl command and that the tests send. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
}

export type ManagementRequest = FastifyRequest<{
  Params: Readonly<Record<string, string>>;
  Querystring: Readonly<Record<string, string | undefined>>;
  Body: Readonly<Record<string, unknown>>;
}>;

export interface ManagementRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** `own-paths` says which of them everybody may ask. */
  readonly effect: Effect;
  readonly schema: {
    readonly title: string;
    readonly description: string;
    readonly params?: JsonSchema;
    /** Takes no parameters where absent. */
    readonly querystring?: JsonSchema;
    /** Takes no members where absent. */
    readonly body?: JsonSchema;
    readonly response: Readonly<Record<number, Answer>>;
  };
  /** One call without parameters where absent. */
  readonly examples?: readonly Example[];
  handler(request: ManagementRequest, reply: FastifyReply, context: ManagementContext): unknown;
}

type Properties = Readonly<Record<string, JsonSchema>>;

export const text = (description: string): JsonSchema => ({ type: 'string', description });
export const number = (description: string): JsonSchema => ({ type: 'number', description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const list = (items: JsonSchema, description: string): JsonSchema => ({ type: 'array', items, description });
export const oneOf = (values: readonly string[], description: string): JsonSchema => ({ type: 'string', enum: values, description });
/** An object whose keys are not known beforehand, all of one kind. */
export const mapOf = (values: JsonSchema, description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  description,
});

/** An object in a request: only the members in `required` must be present. */
export const members = (properties: Properties, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** An object in an answer: all members must be present but those in `optional`. */
export const object = (properties: Properties, optional: readonly string[] = [], description = ''): JsonSchema => ({
  ...members(
    properties,
    Object.keys(properties).filter((name) => !optional.includes(name)),
  ),
  ...(description && { description }),
});

export const answer = (description: string, schema: JsonSchema, mediaType = 'application/json'): Answer => ({
  description,
  content: { [mediaType]: { schema } },
});
export const plainText = (description: string): Answer => answer(description, { type: 'string' }, 'text/plain');

/** The form of every refusal; docs/errors.md lists the codes. */
export const refusal = (description: string): Answer =>
  answer(
    description,
    object({ code: text('The error of the emulator.'), message: text('One sentence.'), hint: text('The remedy.') }, ['code', 'hint']),
  );
