// The program of an API: its schema and resolvers, compiled, kept until one of them changes.
import type { GraphQLSchema } from 'graphql';
import { isObjectType, valueFromASTUntyped } from 'graphql';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import type { CachingConfig } from '#model/appsync';
import { Sandbox } from '#services/appsync/code/sandbox';
import { builtSchema } from '#services/appsync/schema/built-schema';
import type { Api, DataSource, PipelineFunction, ResolverSettings } from '#services/appsync/state';
import { CompiledTemplate } from '#services/appsync/template/compiled-template';
import { codeHandler, type Handler, templateHandler } from './handler.ts';
import { type ProgramParts, partsOf } from './program-parts.ts';

/** A request to a data source, and what becomes of its answer. */
export interface SourceStep {
  /** The name of the function, or of the resolver's field. */
  readonly name: string;
  readonly source: Frozen<DataSource> | undefined;
  readonly request: Handler | undefined;
  readonly response: Handler | undefined;
  readonly maxBatchSize: number;
}

export interface CompiledResolver {
  readonly typeName: string;
  readonly fieldName: string;
  readonly kind: 'UNIT' | 'PIPELINE';
  /** Around the steps of a pipeline. */
  readonly before: Handler | undefined;
  readonly after: Handler | undefined;
  readonly steps: readonly SourceStep[];
  readonly caching: Frozen<CachingConfig> | undefined;
}

export interface ApiProgram {
  readonly api: Frozen<Api>;
  readonly schema: GraphQLSchema;
  /** By `Type.field`. */
  readonly resolvers: ReadonlyMap<string, CompiledResolver>;
  /** The fields of subscriptions that follow a field of mutations. */
  readonly subscriptions: ReadonlyMap<string, readonly string[]>;
}

const MAX_KEPT = 50;

class Programs implements Owned {
  readonly #kept = new Map<string, ApiProgram>();

  of(api: Frozen<Api>, make: () => ApiProgram | undefined): ApiProgram | undefined {
    const kept = this.#kept.get(api.id);
    if (kept?.api.revision === api.revision) return kept.api === api ? kept : { ...kept, api };
    const made = make();
    this.#kept.delete(api.id);
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    if (made) this.#kept.set(api.id, made);
    return made;
  }

  async stop(): Promise<void> {
    this.#kept.clear();
  }
}

/** Undefined for an API without a schema. */
export const programOf = (api: Frozen<Api>, ctx: Ctx): ApiProgram | undefined =>
  ctx.own('appsync.programs', () => new Programs()).of(api, () => compile(api, ctx));

function compile(api: Frozen<Api>, ctx: Ctx): ApiProgram | undefined {
  const schema = builtSchema(api.id, ctx)?.schema;
  if (!schema) return undefined;
  const compiled = new Map<string, CompiledResolver>();
  for (const parts of partsOf(api, ctx)) {
    const sandbox = new Sandbox();
    for (const resolver of parts.resolvers)
      compiled.set(`${resolver.typeName}.${resolver.fieldName}`, compiledResolver(resolver, parts, sandbox));
  }
  return { api, schema, resolvers: compiled, subscriptions: linksIn(schema) };
}

type Halves = Pick<SourceStep, 'request' | 'response'>;

/** Code and templates were checked when they were given. */
function halvesOf(given: Frozen<ResolverSettings> | Frozen<PipelineFunction>, sandbox: Sandbox): Halves {
  const { code, requestMappingTemplate: request, responseMappingTemplate: response } = given;
  if (code !== undefined) {
    const loaded = sandbox.load(code);
    if ('errors' in loaded) return { request: undefined, response: undefined };
    return { request: codeHandler(loaded.program, 'request'), response: codeHandler(loaded.program, 'response') };
  }
  return {
    request: request === undefined ? undefined : templateHandler(new CompiledTemplate(request), true),
    response: response === undefined ? undefined : templateHandler(new CompiledTemplate(response), false),
  };
}

function compiledResolver(resolver: Frozen<ResolverSettings>, parts: ProgramParts, sandbox: Sandbox): CompiledResolver {
  const { typeName, fieldName, kind, pipelineConfig, cachingConfig: caching } = resolver;
  const step = (given: Frozen<ResolverSettings> | Frozen<PipelineFunction>, name: string): SourceStep => ({
    name,
    source: parts.sourceOf(given.dataSourceName ?? ''),
    ...halvesOf(given, sandbox),
    maxBatchSize: given.maxBatchSize ?? 0,
  });
  if (kind !== 'PIPELINE')
    return { typeName, fieldName, kind: 'UNIT', before: undefined, after: undefined, steps: [step(resolver, fieldName)], caching };
  const { request: before, response: after } = halvesOf(resolver, sandbox);
  const steps = (pipelineConfig?.functions ?? []).flatMap((id) => {
    const fn = parts.functionOf(id);
    return fn ? [step(fn, fn.name)] : [];
  });
  return { typeName, fieldName, kind: 'PIPELINE', before, after, steps, caching };
}

function linksIn(schema: GraphQLSchema): Map<string, string[]> {
  const links = new Map<string, string[]>();
  const type = schema.getSubscriptionType();
  for (const field of Object.values(isObjectType(type) ? type.getFields() : {})) {
    const directive = field.astNode?.directives?.find(({ name }) => name.value === 'aws_subscribe');
    const value = directive?.arguments?.find(({ name }) => name.value === 'mutations')?.value;
    for (const mutation of value ? [valueFromASTUntyped(value)].flat().map(String) : [])
      links.set(mutation, [...(links.get(mutation) ?? []), field.name]);
  }
  return links;
}
