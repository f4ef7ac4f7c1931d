// DescribePipe, ListPipes, DeletePipe, StartPipe, StopPipe.
import type { Ctx } from '#core/ctx';
import { pageOfRecords } from '#core/page';
import type { Frozen } from '#core/records';
import { operation } from '#model/pipes';
import { invalidToken } from '#services/pipes/faults';
import { type Pipe, pipes } from '#services/pipes/state';
import { changeOf, describePipe, summaryOf } from './describe-pipe.ts';
import { findPipe, findSettledPipe } from './find-pipe.ts';
import { putOnTheWay } from './pipe-write.ts';

/** Limit: pipes of a page of ListPipes. */
const MAX_RESULTS = 100;

export const DescribePipe = operation('DescribePipe', ({ Name }, ctx) => describePipe(findPipe(Name, ctx), ctx));

export const ListPipes = operation('ListPipes', (input, ctx) => {
  const { NamePrefix = '', DesiredState, CurrentState, SourcePrefix = '', TargetPrefix = '', NextToken, Limit = MAX_RESULTS } = input;
  const keep = ({ name, desiredState, state, source, target }: Frozen<Pipe>): boolean =>
    name.startsWith(NamePrefix) &&
    (DesiredState === undefined || desiredState === DesiredState) &&
    (CurrentState === undefined || state === CurrentState) &&
    source.startsWith(SourcePrefix) &&
    target.startsWith(TargetPrefix);
  const { items, next } = pageOfRecords(ctx.records(pipes), [], { limit: Limit, token: NextToken }, invalidToken, { keep });
  return { Pipes: items.map(([, pipe]) => summaryOf(pipe, ctx)), NextToken: next };
});

/** Sends the pipe on its way and answers as it is then. */
function move(pipe: Frozen<Pipe>, to: Pick<Pipe, 'desiredState' | 'state'>, ctx: Ctx) {
  const moved = { ...pipe, ...to, modifiedMs: ctx.now() };
  putOnTheWay(moved, ctx);
  return changeOf(moved, ctx);
}

export const DeletePipe = operation('DeletePipe', ({ Name }, ctx) =>
  move(findSettledPipe(Name, ctx), { desiredState: 'DELETED', state: 'DELETING' }, ctx),
);

/** A pipe that is running already stays as it is. */
export const StartPipe = operation('StartPipe', ({ Name }, ctx) => {
  const pipe = findSettledPipe(Name, ctx);
  return pipe.state === 'RUNNING' ? changeOf(pipe, ctx) : move(pipe, { desiredState: 'RUNNING', state: 'STARTING' }, ctx);
});

/** A pipe that is stopped already stays as it is. */
export const StopPipe = operation('StopPipe', ({ Name }, ctx) => {
  const pipe = findSettledPipe(Name, ctx);
  return pipe.state === 'STOPPED' ? changeOf(pipe, ctx) : move(pipe, { desiredState: 'STOPPED', state: 'STOPPING' }, ctx);
});
