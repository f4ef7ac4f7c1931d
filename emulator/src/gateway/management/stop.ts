// `/_emulator/stop`: ends the emulator.
import type { FastifyReply } from 'fastify';
import { answer, type ManagementRoute, object, oneOf, refusal } from './route.ts';

export const NOT_STOPPED = refusal('This emulator lives inside another process, which ends it.');

/** Answers a request to stop that only the process around this emulator can fulfil. */
export const refuseStop = (reply: FastifyReply): FastifyReply => reply.code(409).send({ message: NOT_STOPPED.description });

export const STOP_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: '/_emulator/stop',
    effect: 'changes',
    schema: {
      title: 'Stops the emulator',
      description: 'Stops the emulator after the scripts of `shutdown.d`. The answer comes before that.',
      response: {
        202: answer('The emulator stops.', object({ status: oneOf(['stopping'], 'Under way.') })),
        409: NOT_STOPPED,
      },
    },
    handler(_request, reply, { onStopRequest }) {
      if (!onStopRequest) return refuseStop(reply);
      setImmediate(onStopRequest);
      return reply.code(202).header('connection', 'close').send({ status: 'stopping' });
    },
  },
];
