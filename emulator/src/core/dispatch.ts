// The waist: the only place that runs operations. Checks the input and the resource policy, runs, waits for the disk, logs the hop.

import { createAuthorize } from './authorize.ts';
import type { Call } from './call.ts';
import { Context } from './context.ts';
import { Fault } from './fault.ts';
import type { World } from './world.ts';

/** Runs a call; rejects with a Fault when the service refuses it. */
export type Dispatch = (call: Call) => Promise<unknown>;

export function createDispatch(world: World): Dispatch {
  const { registry, store, log, options } = world;
  const authorize = createAuthorize(world);
  const strict = options.PERSISTENCE === 'strict';

  const run = async (call: Call): Promise<unknown> => {
    const found = registry.operation(call.service, call.operation);
    if (!found) throw unknownOperation(world, call);
    const operation = found instanceof Promise ? await found : found;
    world.validate(call.service, call.operation, call.input);
    const ctx = new Context(world, dispatch, call);
    if (call.principal.kind === 'service') await authorize(call, ctx);
    const failure = store.failure;
    const output = await operation(call.input as never, ctx);
    if (store.pending) await (strict ? store.flushed() : store.committed());
    if (store.failure !== failure) throw store.failure; // the disk refused meanwhile: nothing of this call was acknowledged
    return output;
  };

  const dispatch: Dispatch = async (call) => {
    const startedMs = performance.now();
    try {
      const output = await run(call);
      log.hop({ id: call.trace.id, depth: call.trace.depth, text: line(call, 'ok', startedMs) });
      return output;
    } catch (error) {
      const fault = error instanceof Fault ? error : undefined;
      const outcome = fault
        ? `${fault.code}: ${fault.message}`
        : `failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      log.hop({ id: call.trace.id, depth: call.trace.depth, level: fault ? 'info' : 'error', text: line(call, outcome, startedMs) });
      throw error;
    }
  };
  return dispatch;
}

const line = (call: Call, outcome: string, startedMs: number): string => {
  const by = call.principal.kind === 'service' ? ` by ${call.principal.service}` : '';
  const where = `${call.account} ${call.region}`;
  return `${call.service}.${call.operation}${by} ${where} ${outcome} ${(performance.now() - startedMs).toFixed(1)} ms`;
};

/** 501, not 500: clients retry a 500 for minutes. */
function unknownOperation(world: World, { service, operation }: Call): Fault {
  const why = world.registry.service(service)?.refused?.[operation];
  if (why) return new Fault('NotImplementedException', `${service}.${operation} is refused: ${why}`, { status: 501, blame: 'client' });
  if (world.known(service, operation))
    return new Fault(
      'NotImplementedException',
      `The operation ${operation} of the service ${service} is not emulated. See docs/coverage.md for what is.`,
      {
        status: 501,
        blame: 'client',
      },
    );
  return new Fault('UnknownOperationException', `The operation ${operation} is not known to the service ${service}.`, { status: 400 });
}
