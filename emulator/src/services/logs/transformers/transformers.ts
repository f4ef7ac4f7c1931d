// Log transformers: they give the events of a group fields as they arrive, by processors one after the other.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Transformation.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { fault, operation } from '#model/logs';
import { findIdentified } from '#services/logs/groups/find-group';
import { groupArn } from '#services/logs/groups/group-arn';
import { type LogGroup, transformers } from '#services/logs/state';
import { compileTransformer } from './compile-transformer.ts';
import { placeOf, transformedOr } from './transform-events.ts';

function findTransformable(identifier: string, ctx: Ctx): Frozen<LogGroup> {
  const group = findIdentified(identifier, ctx);
  if (group.logGroupClass !== 'STANDARD')
    throw fault('InvalidOperationException', `Transformers are not supported for log groups of class ${group.logGroupClass}.`);
  return group;
}

export const PutTransformer = operation('PutTransformer', ({ logGroupIdentifier, transformerConfig }, ctx) => {
  const { name } = findTransformable(logGroupIdentifier, ctx);
  compileTransformer(transformerConfig);
  const createdMs = ctx.records(transformers).get([name])?.createdMs ?? ctx.now();
  ctx.write((tx) => tx.put(ctx.records(transformers), [name], { processors: transformerConfig, createdMs, modifiedMs: ctx.now() }));
});

export const GetTransformer = operation('GetTransformer', ({ logGroupIdentifier }, ctx) => {
  const { name } = findTransformable(logGroupIdentifier, ctx);
  const found = ctx.records(transformers).get([name]);
  // A group without a transformer has an empty answer.
  if (!found) return {};
  const { processors, createdMs, modifiedMs } = found;
  return { logGroupIdentifier: groupArn(ctx, name), creationTime: createdMs, lastModifiedTime: modifiedMs, transformerConfig: processors };
});

export const DeleteTransformer = operation('DeleteTransformer', ({ logGroupIdentifier }, ctx) => {
  const { name } = findTransformable(logGroupIdentifier, ctx);
  if (!ctx.records(transformers).has([name])) throw fault('ResourceNotFoundException', 'The specified transformer does not exist.');
  ctx.write((tx) => tx.delete(ctx.records(transformers), [name]));
});

/** An event that cannot be transformed comes back as it is. */
export const TestTransformer = operation('TestTransformer', async ({ transformerConfig, logEventMessages }, ctx) => {
  const steps = compileTransformer(transformerConfig);
  const transformedLogs = [];
  for (const [at, eventMessage] of logEventMessages.entries()) {
    transformedLogs.push({
      eventNumber: at + 1,
      eventMessage,
      transformedEventMessage: transformedOr(eventMessage, steps, placeOf(ctx)) ?? eventMessage,
    });
    await nextTurn();
  }
  return { transformedLogs };
});
