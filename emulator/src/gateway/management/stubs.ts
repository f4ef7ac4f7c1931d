// `/_emulator/stubs`: answers for operations that are not emulated, and the calls that got none.
import { checkedStub } from '#core/stubs/checked-stub';
import type { StubRequest } from '#core/stubs/stub-answers';
import { STUB_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { answer, list, type ManagementRoute, members, number, object, refusal, text } from './route.ts';

const CALL = text(
  'Service and operation: `rekognition.DetectLabels`; for a REST API without a model here method and path, with `*` for any text: `mq.GET /v1/brokers/*`.',
);
const OUTPUT = {
  type: 'object',
  additionalProperties: true,
  description: 'The output of the operation, in the names of the API; bytes are a text or `{"base64": "…"}`.',
} as const;
const STUB = object({ call: CALL, answer: OUTPUT, answered: number('How many calls it has answered.') });
const UNSUPPORTED = object({
  call: CALL,
  reason: text('Why it is not answered.'),
  calls: number('How often it was called.'),
  callers: list(text('`by function price`.'), 'Those who called, up to 20.'),
  lastMs: number('The time of the last call, in milliseconds since 1970.'),
});
const EXAMPLE = { call: 'rekognition.DetectLabels', answer: { Labels: [{ Name: 'Cat', Confidence: 99.1 }] } };

export const STUB_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/stubs',
    effect: 'reads',
    schema: {
      title: 'Lists stubs, and calls in vain',
      description:
        'Answers the stubs, and the calls of services and operations that are not emulated since the start or the last reset. `emulator stub list` calls this.',
      response: {
        200: answer(
          'Both.',
          object({ stubs: list(STUB, 'In the order in which they were added.'), unsupported: list(UNSUPPORTED, 'The last called last.') }),
        ),
      },
    },
    handler: (_request, _reply, { kernel }) => ({ stubs: kernel.stubs.list, unsupported: kernel.unsupported.list }),
  },
  {
    method: 'POST',
    url: '/_emulator/stubs',
    effect: 'changes',
    schema: {
      title: 'Adds a stub',
      description:
        'Lets calls of an operation that is not emulated be answered from now on, in the protocol of their client. Where a model has the operation, the answer must fit it. A stub of the same call is ' +
        'replaced. Stubs are in memory, and a reset leaves them. `emulator stub` calls this.',
      body: members({ call: CALL, answer: OUTPUT }, ['call', 'answer']),
      response: {
        200: answer('The stub.', STUB),
        400: refusal('`STUB_INVALID`: the operation is emulated, is none of the service, or gives no such answer.'),
      },
    },
    examples: [{ body: EXAMPLE }],
    handler: ({ body }, _reply, { kernel }) => kernel.stubs.add(checkedStub(body as unknown as StubRequest, kernel)),
  },
  {
    method: 'DELETE',
    url: '/_emulator/stubs',
    effect: 'changes',
    schema: {
      title: 'Removes stubs',
      description: 'Removes the stub of a call, or all. `emulator stub remove` calls this.',
      querystring: members({ call: CALL }),
      response: {
        200: answer('They are removed.', object({ stubs: list(STUB, 'The stubs that were removed.') })),
        404: refusal('`STUB_MISSING`: there is no such stub.'),
      },
    },
    examples: [{ query: 'call=rekognition.DetectLabels' }, {}],
    handler({ query: { call } }, _reply, { kernel: { stubs } }) {
      const removed = stubs.list.filter((stub) => call === undefined || stub.call === call);
      if (call !== undefined && removed.length === 0)
        throw new EmulatorError(STUB_MISSING, `There is no stub of ${call}.`, { hint: 'GET /_emulator/stubs lists them.' });
      for (const stub of removed) stubs.remove(stub.call);
      return { stubs: removed };
    },
  },
];
