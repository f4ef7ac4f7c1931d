// Due work: runs requests that have come in, and forgets old ones.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Key } from '#core/records';
import type { Properties } from '#core/resources/resource-handlers';
import type { ResourceContext } from '#core/resources/resource-type';
import type { DueWork } from '#core/time/work';
import { inTraceOf } from '#core/traces/in-trace-of';
import { table } from '#lib/table';
import { handlerErrorCode } from '#resources/handler-error';
import type { JsonObject } from '#resources/json';
import { type Run, runsOf, Stopped } from '#resources/runs';
import { notFound } from './failure.ts';
import { identifierText, parseIdentifier } from './identifier.ts';
import { findResource } from './model.ts';
import { type OfferedType, offeredType } from './offered-type.ts';
import { placeOf } from './place.ts';
import { isOver, put, requestKey, settled } from './progress.ts';
import { clientTokens, made, type RequestRecord, requests, requestsByTime } from './state.ts';

async function run([key]: Key, due: Ctx): Promise<void> {
  const token = String(key);
  const request = due.records(requests).get([token]);
  if (!request || isOver(settled(request, due)) || request.runner !== undefined) return;
  const ctx = inTraceOf(request, due);
  const runs = runsOf(ctx);
  put({ ...request, status: 'IN_PROGRESS', runner: runs.id }, ctx);
  await runs.start(requestKey(token), (begun) => execute(token, begun, ctx.detached()), ctx);
}

/** Runs one request from its first step to its end. */
class Execution {
  readonly token: string;
  readonly run: Run;
  readonly ctx: Ctx;
  readonly type: OfferedType;
  constructor(token: string, run: Run, type: OfferedType, ctx: Ctx) {
    this.token = token;
    this.run = run;
    this.ctx = ctx;
    this.type = type;
  }
  get request() {
    return this.ctx.records(requests).get([this.token])!;
  }
  update(changes: Partial<RequestRecord>): void {
    this.run.check();
    put({ ...this.request, ...changes }, this.ctx);
  }
  /**
   * The context for the handler. If one property identifies the resource, its physical id is recorded as identifier as soon as the resource
   * exists.
   */
  get place(): ResourceContext {
    const { request, type, ctx, run } = this;
    if (request.operation !== 'CREATE' || type.data.identifier?.length !== 1) return placeOf(request, ctx, run);
    return placeOf(request, ctx, run, (physicalId) => {
      const record = { physicalId, attributes: {}, properties: request.properties ?? {} };
      this.run.check();
      ctx.write((tx) => {
        tx.put(ctx.records(made), [type.name, physicalId], record);
        this.update({ identifier: physicalId });
      });
    });
  }
}

async function execute(token: string, begun: Run, ctx: Ctx): Promise<void> {
  const { typeName, operation } = ctx.records(requests).get([token])!;
  const type = await offeredType(typeName, undefined, operation, ctx);
  const execution = new Execution(token, begun, type, ctx);
  try {
    await STEPS[operation](execution);
    execution.update({ status: execution.request.status === 'CANCEL_IN_PROGRESS' ? 'CANCEL_COMPLETE' : 'SUCCESS' });
  } catch (error) {
    if (error instanceof Stopped || ctx.signal.aborted) throw error;
    if (execution.request.status === 'CANCEL_IN_PROGRESS') return execution.update({ status: 'CANCEL_COMPLETE' });
    execution.update({ status: 'FAILED', ...failureOf(error, ctx), identifier: execution.request.identifier ?? nameGiven(execution) });
  }
}

/** A request that fails names the resource that it was to make, if the state does (recorded in February 2023). */
const nameGiven = ({ type, request }: Execution): string | undefined => identifierText(type.data, (request.properties ?? {}) as JsonObject);

class Missing extends Error {}

function failureOf(error: unknown, ctx: Ctx): Pick<RequestRecord, 'errorCode' | 'message'> {
  if (error instanceof Missing) return { errorCode: 'NotFound', message: error.message };
  if (error instanceof Fault) return { errorCode: handlerErrorCode(error), message: error.message };
  if (error instanceof Error && error.name === 'Error')
    return { errorCode: /already exists/.test(error.message) ? 'AlreadyExists' : 'GeneralServiceException', message: error.message };
  ctx.log.write(INTERNAL_FAILURE, { work: 'resource handler', error });
  return { errorCode: 'InternalFailure', message: `Internal failure of the emulator: ${String(error)}` };
}

const STEPS = { CREATE: create, UPDATE: update, DELETE: remove } as const;

async function create(execution: Execution): Promise<void> {
  const { type, ctx, place } = execution;
  const properties = (execution.request.properties ?? {}) as JsonObject;
  const { physicalId, attributes } = await type.handler.create(properties as Properties, place);
  const model = { ...properties, ...(attributes as JsonObject) };
  const identifier = identifierText(type.data, model) ?? (await identifierOf(execution, physicalId, model));
  const record = { physicalId, attributes: attributes as JsonObject, properties };
  execution.run.check();
  ctx.write((tx) => {
    tx.put(ctx.records(made), [type.name, identifier], record);
    execution.update({ identifier });
  });
}

/** The identifier if the handler generated the name: the physical id, or the identifying properties as read. */
async function identifierOf({ type, place }: Execution, physicalId: string, model: JsonObject): Promise<string> {
  const { identifier = [] } = type.data;
  if (identifier.length === 1) return physicalId;
  const readBack = (await type.handler.read?.(physicalId, model as Properties, place)) ?? {};
  return identifierText(type.data, { ...model, ...(readBack as JsonObject) }) ?? physicalId;
}

async function update(execution: Execution): Promise<void> {
  const { type, ctx, place, request } = execution;
  const found = await foundOf(execution);
  const [next, previous] = [request.properties as JsonObject, request.previous as JsonObject];
  const { physicalId, attributes } = await type.handler.update!(found.physicalId, next as Properties, previous as Properties, place);
  if (physicalId !== found.physicalId) await type.handler.delete(found.physicalId, previous as Properties, place);
  execution.run.check();
  ctx.write((tx) =>
    tx.put(ctx.records(made), [type.name, request.identifier!], { physicalId, attributes: attributes as JsonObject, properties: next }),
  );
}

async function remove(execution: Execution): Promise<void> {
  const { type, ctx, place, request } = execution;
  const key: [string, string] = [type.name, request.identifier!];
  const kept = ctx.records(made).get(key);
  const found = type.handler.read || !kept ? await foundOf(execution) : { physicalId: kept.physicalId, properties: {} };
  await type.handler.delete(found.physicalId, { ...kept?.properties, ...found.properties } as Properties, place);
  execution.run.check();
  ctx.write((tx) => tx.delete(ctx.records(made), key));
}

async function foundOf({ type, place, request }: Execution) {
  const identifier = request.identifier!;
  const found = await findResource(type, parseIdentifier(type.name, type.data, identifier), place);
  if (!found) throw new Missing(notFound(type, identifier));
  return found;
}

function forget([key]: Key, ctx: Ctx): void {
  const token = String(key);
  const request = ctx.records(requests).get([token]);
  if (!request) return;
  ctx.write((tx) => {
    tx.delete(ctx.records(requests), [token]);
    tx.delete(ctx.records(requestsByTime), [request.startedMs, token]);
    const { clientToken } = request;
    if (clientToken !== undefined && ctx.records(clientTokens).get([clientToken])?.token === token)
      tx.delete(ctx.records(clientTokens), [clientToken]);
  });
}

export const work: Readonly<Record<string, DueWork>> = table({ 'cloudcontrol.run': run, 'cloudcontrol.forget': forget });
