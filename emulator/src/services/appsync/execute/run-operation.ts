// Executes an operation of a query: fields by their resolvers, or by the values that the objects around them have.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
  responsePathAsArray,
} from 'graphql';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { Turns } from '#lib/next-turn';
import { own } from '#lib/table';
import type { ApiCaller } from '#services/appsync/authorize/caller';
import { AUTH_TYPES } from '#services/appsync/authorize/caller';
import { maySee } from '#services/appsync/authorize/field-access';
import { ResolverCache } from '#services/appsync/cache/resolver-cache';
import type { RaisedError, RunExtensions } from '#services/appsync/code/run-result';
import type { ApiProgram, SourceStep } from '#services/appsync/resolvers/program';
import { ResolverError, resolverError } from '#services/appsync/resolvers/resolver-error';
import { runResolver } from '#services/appsync/resolvers/run-resolver';
import { FunctionBatches } from '#services/appsync/sources/function-batches';
import type { DataSource } from '#services/appsync/state';
import { type ErrorEntry, entryOf, pathText } from './error-entry.ts';
import { shaped } from './leaf-values.ts';
import { SelectionLists, selectionText } from './selections.ts';

export interface OperationRequest {
  readonly program: ApiProgram;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: ApiCaller;
  /** `ctx.request` of resolvers. */
  readonly request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly domainName: string | null };
  /** Values of the fields of the operation's type that are there already: those of a subscription's event. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
}

export interface OperationResult {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly ErrorEntry[];
  readonly headers: Readonly<Record<string, unknown>>;
  /** By the field that set them. */
  readonly extensions: ReadonlyMap<string, RunExtensions>;
  /** Answers that were taken out of the API's cache. */
  readonly evicted: number;
}

export async function runOperation(request: OperationRequest, ctx: Ctx): Promise<OperationResult> {
  return new OperationRun(request, ctx).run();
}

class OperationRun {
  readonly #request: OperationRequest;
  readonly #ctx: Ctx;
  readonly #turns = new Turns();
  readonly #selections = new SelectionLists();
  readonly #batches = new FunctionBatches(this.#turns);
  readonly #appended: ErrorEntry[] = [];
  readonly #headers: Record<string, unknown> = {};
  readonly #extensions = new Map<string, RunExtensions>();
  readonly #cache: ResolverCache;
  #resolverCount = 0;

  constructor(request: OperationRequest, ctx: Ctx) {
    this.#request = request;
    this.#ctx = ctx;
    this.#cache = new ResolverCache(request.program.api.id, ctx);
  }

  async run(): Promise<OperationResult> {
    const { program, document, operation, variables, given } = this.#request;
    const { schema } = program;
    const result: ExecutionResult = await execute({
      ...{ schema, document, variableValues: variables, operationName: operation.name?.value },
      rootValue: given ?? {},
      fieldResolver: this.#field,
      typeResolver: (value) => own(value as Readonly<Record<string, string>>, '__typename'),
    });
    const errors = [...this.#appended, ...(result.errors ?? []).map((error) => entryOf(error, schema))];
    const data = (result.data ?? null) as OperationResult['data'];
    return { data, errors, headers: this.#headers, extensions: this.#extensions, evicted: this.#cache.evicted };
  }

  readonly #field: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
    const { program, caller, given } = this.#request;
    const { parentType, fieldName } = info;
    if (parentType.name.startsWith('__')) return own(source as Readonly<Record<string, unknown>>, fieldName);
    const field = own(parentType.getFields(), fieldName)!;
    // The field of a subscription was judged when the subscription began; those of its event are judged for each who listens.
    const isJudged = given !== undefined && info.path.prev === undefined;
    if (!isJudged && !maySee(field, parentType, caller, program.api.settings.authenticationType))
      throw resolverError('Unauthorized', `Not Authorized to access ${fieldName} on type ${parentType.name}`);
    const resolver = given === undefined ? program.resolvers.get(`${parentType.name}.${fieldName}`) : undefined;
    const path = () => pathText(responsePathAsArray(info.path));
    if (!resolver) return shaped(own((source ?? {}) as Readonly<Record<string, unknown>>, fieldName), info.returnType, path);
    const { resolverCountLimit: limit } = program.api.settings;
    if (limit && ++this.#resolverCount > limit)
      throw new GraphQLError(`Resolver limit reached: an operation runs at most ${limit} resolvers.`);
    return this.#resolve(resolver, source, args, info).then((value) => shaped(value, info.returnType, path));
  };

  #resolve(resolver: Parameters<typeof runResolver>[0], source: unknown, args: object, info: GraphQLResolveInfo): Promise<unknown> {
    const { caller, request, variables, program, operation } = this.#request;
    const path = responsePathAsArray(info.path);
    const { fieldName, parentType } = info;
    const context = {
      ...{ arguments: args, identity: caller.identity, source: info.path.prev === undefined ? null : source, request },
      env: program.api.environment,
      info: {
        ...{ fieldName, parentTypeName: parentType.name, variables },
        selectionSetList: this.#selections.of(info),
        selectionSetGraphQL: selectionText(info),
      },
    };
    const locations = info.fieldNodes.flatMap(({ loc }) =>
      loc ? [{ line: loc.startToken.line, column: loc.startToken.column, sourceName: null }] : [],
    );
    const place = operation.operation === 'query' ? this.#cache.placeOf(resolver, context) : undefined;
    const kept = place?.find();
    if (kept !== undefined) {
      this.#noteKept(`${parentType.name}.${fieldName}`);
      return Promise.resolve(JSON.parse(kept));
    }
    const { length: appended } = this.#appended;
    return runResolver(
      resolver,
      {
        context,
        authType: AUTH_TYPES[caller.mode],
        batches: this.#batches,
        turns: this.#turns,
        append: (errors: readonly RaisedError[]) => {
          for (const { message, errorType, data, errorInfo } of errors)
            this.#appended.push({ path, data, errorType, errorInfo, locations, message });
        },
        addHeaders: (headers) => void Object.assign(this.#headers, headers),
        extend: (extensions) => {
          this.#evict(extensions.evictions);
          if (Object.keys(extensions).length > 0) this.#extensions.set(fieldName, { ...this.#extensions.get(fieldName), ...extensions });
        },
        log: (lines) => {
          for (const line of lines) this.#ctx.log.debug(() => `${parentType.name}.${fieldName}: ${line}`);
        },
        noteStep: (dataSource, step, startedMs, error) => this.#note(`${parentType.name}.${fieldName}`, dataSource, step, startedMs, error),
      },
      this.#ctx,
    ).then(
      (value) => {
        // An answer with errors beside it is not the whole of it.
        if (this.#appended.length === appended) place?.keep(value);
        return value;
      },
      (error: unknown) => {
        throw error instanceof ResolverError || error instanceof GraphQLError ? error : unexpected(error);
      },
    );
  }

  /** Mutations alone evict. https://docs.aws.amazon.com/appsync/latest/devguide/extensions-js.html */
  #evict(evictions: RunExtensions['evictions'] = []): void {
    if (this.#request.operation.operation !== 'mutation') return;
    for (const [typeName, fieldName, pairs] of evictions)
      this.#cache.evict({ typeName: String(typeName), fieldName: String(fieldName), pairs: (pairs ?? {}) as Record<string, unknown> });
  }

  #noteKept(field: string): void {
    const depth = this.#ctx.trace.depth + 1;
    this.#ctx.noteRun({ what: 'request', resource: 'cache', name: `${field} → cache`, startedMs: performance.now(), depth });
  }

  #note(field: string, source: Frozen<DataSource>, step: SourceStep, startedMs: number, error: string | undefined): void {
    const what = step.name === field.split('.')[1] ? field : `${field}, function ${step.name}`;
    this.#ctx.noteRun({
      ...{ what: 'request', resource: `data source ${source.name}`, startedMs, depth: this.#ctx.trace.depth + 1 },
      name: `${what} → ${source.type === 'NONE' ? 'none' : source.name}`,
      text: error,
    });
  }
}

function unexpected(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
