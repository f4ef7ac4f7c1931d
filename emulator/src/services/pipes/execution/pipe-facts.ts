// The facts of a pipe that reserved variables of its templates stand for.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { pipeArn } from '#services/pipes/arns';
import type { PipeFacts } from '#services/pipes/input/pipe-template';
import type { Pipe } from '#services/pipes/state';

export const factsOf = ({ name, source, enrichment = '', target }: Frozen<Pipe>, ctx: Ctx): PipeFacts => ({
  pipeArn: pipeArn(ctx, name),
  pipeName: name,
  sourceArn: source,
  enrichmentArn: enrichment,
  targetArn: target,
  ingestionTime: new Date(ctx.now()).toISOString(),
});
