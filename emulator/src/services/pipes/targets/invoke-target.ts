// Hands events to the target of a pipe, by the kind of its ARN.

import { putOnBus } from './bus.ts';
import { putInDeliveryStream } from './delivery-stream.ts';
import { invokeFunction } from './function.ts';
import { invokeHttpTarget } from './http-target.ts';
import { writeToLogGroup } from './log-group.ts';
import { sendToQueue } from './queue.ts';
import { startStateMachine } from './state-machine.ts';
import { putInStream } from './stream.ts';
import { allOf, type InvokeTarget } from './target-call.ts';
import { type TargetKindName, targetKind } from './target-kinds.ts';
import { publishToTopic } from './topic.ts';

const INVOKE: Readonly<Record<TargetKindName, InvokeTarget>> = {
  function: invokeFunction,
  queue: sendToQueue,
  topic: publishToTopic,
  bus: putOnBus,
  stream: putInStream,
  'delivery stream': putInDeliveryStream,
  'state machine': startStateMachine,
  'API destination': invokeHttpTarget,
  API: invokeHttpTarget,
  'log group': writeToLogGroup,
};

/** A batch that an enrichment made larger than the target takes is refused whole. @throws ParameterError */
export const invokeTarget: InvokeTarget = async (call, ctx) => {
  const kind = targetKind(call.pipe.target);
  const { length } = call.events;
  const problem =
    kind === undefined
      ? `nothing here takes events for ${call.pipe.target}`
      : length > (kind.maxBatch ?? Number.POSITIVE_INFINITY)
        ? `the enrichment returned ${length} events, and the target takes at most ${kind.maxBatch}`
        : undefined;
  if (!kind || problem !== undefined)
    return { awsRequest: {}, failed: allOf(call.events), problem: { status: 400, message: problem ?? '', service: 'pipes' } };
  return INVOKE[kind.name](call, ctx);
};
