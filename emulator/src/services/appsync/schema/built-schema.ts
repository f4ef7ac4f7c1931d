// The built schemas of APIs, kept while they are in use.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { schemas } from '#services/appsync/state';
import { type ReadSchema, readSchema, type SchemaFailure } from './read-schema.ts';

const MAX_KEPT = 50;

class BuiltSchemas implements Owned {
  readonly #kept = new Map<string, { readonly definition: string; readonly read: ReadSchema | SchemaFailure }>();

  of(apiId: string, definition: string): ReadSchema | SchemaFailure {
    const kept = this.#kept.get(apiId);
    if (kept?.definition === definition) return kept.read;
    const read = readSchema(definition);
    this.#kept.delete(apiId);
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(apiId, { definition, read });
    return read;
  }

  async stop(): Promise<void> {
    this.#kept.clear();
  }
}

/** The same definition is read once. */
export const schemaOf = (apiId: string, definition: string, ctx: Ctx): ReadSchema | SchemaFailure =>
  ctx.own('appsync.schemas', () => new BuiltSchemas()).of(apiId, definition);

/** Undefined for an API without a schema. */
export function builtSchema(apiId: string, ctx: Ctx): ReadSchema | undefined {
  const definition = ctx.records(schemas).get([apiId])?.definition ?? '';
  const read = definition === '' ? undefined : schemaOf(apiId, definition, ctx);
  return read === undefined || 'failed' in read ? undefined : read;
}
