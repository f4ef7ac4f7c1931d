// Writes pipes, and wakes whoever waits for a new state.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Pipe, pipes } from '#services/pipes/state';

/** Due work that takes a pipe to the state that it is on its way to. */
export const SETTLE = 'pipes.settle';
/** Due work that reads the source of a running pipe. */
export const POLL = 'pipes.poll';

/** This signal is sent with each change of a pipe, and when it is deleted. */
export const pipeKey = (name: string): string => `pipe/${name}`;

export function putPipe(tx: Tx, pipe: Frozen<Pipe>, ctx: Ctx): void {
  tx.put(ctx.records(pipes), [pipe.name], pipe);
  tx.after(() => ctx.wake(pipeKey(pipe.name)));
}

/** Writes a pipe that is on its way to a state, and makes that transition due. */
export function putOnTheWay(pipe: Frozen<Pipe>, ctx: Ctx): void {
  ctx.write((tx) => {
    putPipe(tx, pipe, ctx);
    ctx.later(tx, SETTLE, [pipe.name], ctx.now());
  });
}

export function removePipe(tx: Tx, name: string, ctx: Ctx): void {
  tx.delete(ctx.records(pipes), [name]);
  tx.after(() => ctx.wake(pipeKey(name)));
}
