// CreatePipe.
import { fault, operation } from '#model/pipes';
import { conflict } from '#services/pipes/faults';
import { type Pipe, pipes } from '#services/pipes/state';
import { PIPE_TAGS } from '#services/pipes/tag-rules';
import { changeOf } from './describe-pipe.ts';
import { putOnTheWay } from './pipe-write.ts';
import { settingsOf } from './settings.ts';
import { topicParameters } from './topic-source.ts';

/** Limit: pipes of an account in a region: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const MAX_PIPES = 1000;

export const CreatePipe = operation('CreatePipe', (input, ctx) => {
  const { Name: name } = input;
  const tags = PIPE_TAGS.ofNew(input.Tags, ctx);
  const settings = settingsOf(input, ctx);
  if (ctx.records(pipes).has([name])) throw conflict(name, `Pipe ${name} already exists.`);
  if (ctx.records(pipes).range([], { limit: MAX_PIPES }).length === MAX_PIPES)
    throw fault('ServiceQuotaExceededException', `There are ${MAX_PIPES} pipes in this region already.`, {
      resourceId: name,
      resourceType: 'pipe',
      serviceCode: 'pipes',
    });
  const nowMs = ctx.now();
  const consumerGroup = topicParameters(settings) && ctx.id();
  const pipe: Pipe = { ...settings, name, state: 'CREATING', consumerGroup, tags, createdMs: nowMs, modifiedMs: nowMs };
  putOnTheWay(pipe, ctx);
  return changeOf(pipe, ctx);
});
