// POST /_cloud/function/debug?function=orders&qualifier=live: opens a debugger in the processes of a function for as long as the answer is read.
// The answer is one JSON document per line. Nothing that is stored changes.
import type { Ctx } from '#core/ctx';
import type { Route } from '#core/route';
import type { DebugEvent, DebugSession } from '#services/lambda/execution/debug-sessions';
import { deploymentOf, functionVersionOf } from '#services/lambda/execution/deployment';
import { executionOf } from '#services/lambda/execution/execution';
import { fleetKey } from '#services/lambda/execution/fleet-key';
import { invalidParameter } from '#services/lambda/faults';
import { named } from '#services/lambda/lookup/find-function';
import { type Invocable, invocable } from '#services/lambda/lookup/invocable';
import { provisionAgain } from '#services/lambda/provisioned/provision';

export const route: Route = async (request, ctx) => {
  const { method, query } = request;
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  await request.verifySignature(await request.body());
  const here = ctx.in({ account: query.get('account') ?? ctx.account, region: query.get('region') ?? ctx.region }).detached();
  const Qualifier = query.get('qualifier') ?? undefined;
  const found = invocable(named({ FunctionName: query.get('function') ?? '', Qualifier }, here), here);
  const support = await executionOf(here).runtime.supports(functionVersionOf(found.settings));
  if (support.ok && support.undebuggable !== undefined) throw invalidParameter(support.undebuggable);
  const session = openSession(found, here);
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: linesOf(session) };
};

function openSession({ fn, version, settings }: Invocable, ctx: Ctx): DebugSession {
  const { pool, debugSessions } = executionOf(ctx);
  const fleet = fleetKey(fn.name, version, ctx);
  /** Invocations under way finish; the next one gets a process with or without a debugger. */
  const replace = (): void => {
    pool.drop(fleet);
    provisionAgain(fn.name, version, ctx);
  };
  const session = debugSessions.open(fleet, { id: ctx.random(8), runtime: settings.image ? undefined : settings.runtime }, () => {
    if (!ctx.signal.aborted) replace();
  });
  replace();
  const parking = settings.tenancy ? Promise.resolve() : pool.park(deploymentOf({ name: fn.name, version, settings }, ctx));
  void ctx.track(parking.catch((error: unknown) => session.fail(error instanceof Error ? error.message : String(error))));
  return session;
}

/** Not a generator: the end of the connection must end the session at once, and not with its next event. */
function linesOf(session: DebugSession): AsyncIterableIterator<Uint8Array> {
  const line = (event: DebugEvent) => Buffer.from(`${JSON.stringify(event)}\n`);
  const lines: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      const { done, value } = await session.next();
      return done ? { done: true, value: undefined } : { done: false, value: line(value) };
    },
    return: async () => {
      await session.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => lines,
  };
  return lines;
}
