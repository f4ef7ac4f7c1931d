// Handlers of channel namespaces: functions in APPSYNC_JS, such functions around a data source, and functions of Lambda that are asked directly.
// https://docs.aws.amazon.com/appsync/latest/eventapi/channel-namespace-handlers.html
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { Turns } from '#lib/next-turn';
import type { HandlerConfig } from '#model/appsync';
import { type ApiCaller, AUTH_TYPES } from '#services/appsync/authorize/caller';
import type { RunResult } from '#services/appsync/code/run-result';
import { type ResolverCode, Sandbox } from '#services/appsync/code/sandbox';
import { askSource } from '#services/appsync/sources/ask-source';
import { FunctionBatches } from '#services/appsync/sources/function-batches';
import { type ChannelNamespace, dataSources } from '#services/appsync/state';
import type { Channel } from './channels.ts';

type Members = Readonly<Record<string, unknown>>;

export interface IncomingEvent {
  readonly id: string;
  readonly payload: unknown;
}

export interface HandlerInput {
  readonly apiId: string;
  readonly namespace: Frozen<ChannelNamespace>;
  readonly channel: Channel;
  readonly caller: ApiCaller;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly operation: 'PUBLISH' | 'SUBSCRIBE';
  /** Null for a subscription. */
  readonly events: readonly IncomingEvent[] | null;
}

/** `answer`: what the handler gave; undefined where the namespace has none, and all events pass as they are. */
export type HandlerOutcome = { readonly answer: unknown } | { readonly failed: { readonly errorType: string; readonly message: string } };

const failed = (errorType: string, message: string): HandlerOutcome => ({ failed: { errorType, message } });

/** Code is loaded once for each text. */
class LoadedHandlers implements Owned {
  static readonly #maxKept = 50;
  readonly #kept = new Map<string, ResolverCode | undefined>();

  of(code: string): ResolverCode | undefined {
    if (this.#kept.has(code)) return this.#kept.get(code);
    // Code was checked when it was given.
    const loaded = new Sandbox().load(code);
    const program = 'errors' in loaded ? undefined : loaded.program;
    if (this.#kept.size >= LoadedHandlers.#maxKept) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(code, program);
    return program;
  }

  async stop(): Promise<void> {
    this.#kept.clear();
  }
}

export async function runHandler(input: HandlerInput, ctx: Ctx): Promise<HandlerOutcome> {
  const { namespace, operation } = input;
  const name = operation === 'PUBLISH' ? 'onPublish' : 'onSubscribe';
  const config = namespace.handlerConfigs?.[name];
  if (config?.behavior === 'DIRECT') return askDirectly(config, input, ctx);
  const code =
    namespace.codeHandlers === undefined ? undefined : ctx.own('appsync.handlers', () => new LoadedHandlers()).of(namespace.codeHandlers);
  if (!code) return { answer: undefined };
  return new HandlerRun(name, config, code, input, ctx).run();
}

const contextOf = ({ namespace, channel, caller, headers, operation, events }: HandlerInput): Members => ({
  ...{ identity: caller.identity, request: { headers, domainName: null }, events, channel: channel.path, stash: {} },
  ...{ result: null, error: null, prev: null, outErrors: [] },
  info: { channel: { path: channel.path, segments: channel.segments }, channelNamespace: { name: namespace.name }, operation },
});

class HandlerRun {
  readonly #name: string;
  readonly #config: Frozen<HandlerConfig> | undefined;
  readonly #code: ResolverCode;
  readonly #input: HandlerInput;
  readonly #ctx: Ctx;
  #context: Members;

  constructor(name: string, config: Frozen<HandlerConfig> | undefined, code: ResolverCode, input: HandlerInput, ctx: Ctx) {
    this.#name = name;
    this.#config = config;
    this.#code = code;
    this.#input = input;
    this.#ctx = ctx;
    this.#context = contextOf(input);
  }

  async run(): Promise<HandlerOutcome> {
    if (!this.#config) return this.#handled(this.#name) ?? { answer: undefined };
    const request = this.#handled(`${this.#name}.request`);
    if (!request || 'failed' in request) return request ?? { answer: undefined };
    const { dataSourceName } = this.#config.integration;
    const answer = await ask(dataSourceName, { document: request.answer }, this.#input.apiId, this.#ctx);
    const { result = null, error } = answer;
    this.#context = { ...this.#context, result, error: error ? { message: error.message, type: error.errorType } : null };
    const response = this.#handled(`${this.#name}.response`);
    if (response) return response;
    return error ? failed(error.errorType, error.message) : { answer: undefined };
  }

  /** Undefined where the code has no such handler. */
  #handled(handler: string): HandlerOutcome | undefined {
    const facts = {
      now: this.#ctx.now(),
      seed: Number.parseInt(this.#ctx.random(8), 16),
      authType: AUTH_TYPES[this.#input.caller.mode],
    };
    const run: RunResult | undefined = this.#code.run(handler, JSON.stringify(this.#context), facts);
    if (!run) return undefined;
    for (const line of run.logs) this.#ctx.log.debug(() => `${this.#input.channel.path} ${handler}: ${line}`);
    this.#context = { ...this.#context, stash: run.stash };
    if (run.error?.isUnauthorized) return failed('UnauthorizedException', 'You are not authorized to make this call.');
    if (run.error) return failed(run.error.errorType ?? 'BadRequestException', run.error.message ?? '');
    return { answer: run.early ? run.early.value : run.isMissing ? null : run.result };
  }
}

async function ask(dataSourceName: string, request: { readonly document?: unknown; readonly direct?: Members }, apiId: string, ctx: Ctx) {
  const source = ctx.records(dataSources).get([apiId, dataSourceName]);
  if (!source) return { error: { errorType: 'Code', message: `The data source ${dataSourceName} is gone.` } };
  const startedMs = performance.now();
  const batches = new FunctionBatches(new Turns());
  const { document, direct } = request;
  const answer = await askSource({ source, document, direct, maxBatchSize: 0, batches, batchKey: dataSourceName }, ctx);
  const depth = ctx.trace.depth + 1;
  const name = `handler → ${dataSourceName}`;
  ctx.noteRun({ what: 'request', resource: `data source ${dataSourceName}`, name, startedMs, depth, text: answer.error?.message });
  return answer;
}

/** https://docs.aws.amazon.com/appsync/latest/eventapi/direct-lambda-integrations.html */
async function askDirectly({ integration }: Frozen<HandlerConfig>, input: HandlerInput, ctx: Ctx): Promise<HandlerOutcome> {
  const { dataSourceName, lambdaConfig } = integration;
  const payload = contextOf(input);
  if (lambdaConfig?.invokeType === 'EVENT') {
    const document = { operation: 'Invoke', payload, invocationType: 'Event' };
    const { error } = await ask(dataSourceName, { document }, input.apiId, ctx);
    return error ? failed(error.errorType, error.message) : { answer: undefined };
  }
  const { result, error } = await ask(dataSourceName, { direct: payload }, input.apiId, ctx);
  if (error) return failed(error.errorType, error.message);
  const answer = (result ?? {}) as Members;
  if (typeof answer['error'] === 'string') return failed('BadRequestException', answer['error']);
  return { answer: answer['events'] ?? (input.events === null ? null : []) };
}
