// Finds pipes.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { conflict, noSuchPipe } from '#services/pipes/faults';
import { type Pipe, type PipeState, pipes } from '#services/pipes/state';

const ON_THE_WAY: ReadonlySet<PipeState> = new Set(['CREATING', 'UPDATING', 'DELETING', 'STARTING', 'STOPPING']);

export const isSettled = ({ state }: Pick<Frozen<Pipe>, 'state'>): boolean => !ON_THE_WAY.has(state);

export function findPipe(name: string, ctx: Ctx): Frozen<Pipe> {
  const pipe = ctx.records(pipes).get([name]);
  if (!pipe) throw noSuchPipe(name);
  return pipe;
}

/** A pipe that is in no transition. @throws ConflictException */
export function findSettledPipe(name: string, ctx: Ctx): Frozen<Pipe> {
  const pipe = findPipe(name, ctx);
  if (!isSettled(pipe)) throw conflict(name, `Pipe ${name} is ${pipe.state}. Try again when it has settled.`);
  return pipe;
}
