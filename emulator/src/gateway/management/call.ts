// `/_emulator/call`: calls any operation of any service, with plain JSON.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import { Fault } from '#core/fault';
import { DEFAULT_REGION } from '#core/region-scope';
import { CALL_REFUSED } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { answer, type ManagementRoute, members, object, refusal, text } from './route.ts';

const ANYTHING = { type: 'object', additionalProperties: true } as const;

export const CALL_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: '/_emulator/call',
    effect: 'changes',
    schema: {
      title: 'Calls an operation of a service',
      description:
        'Calls any operation that is emulated, as a client would that signs with the root of the account: the input is checked against the model, the call is in the log and in ' +
        '`emulator why`. Names are those of the API; bytes are texts, or `{"base64": "…"}`; times in answers are ISO 8601. For programs and people without a client of the service.',
      body: members(
        {
          service: text('The service, as `/_emulator/health` names it: `sqs`.'),
          operation: text('The operation: `SendMessage`.'),
          input: { ...ANYTHING, description: 'Its input; by default empty.' },
          account: { type: 'string', pattern: '^\\d{12}$', description: `The account; by default \`${DEFAULT_ACCOUNT}\`.` },
          region: {
            type: 'string',
            pattern: '^[a-z]{2}(-[a-z]+)+-\\d{1,2}$',
            description: `The region; by default \`${DEFAULT_REGION}\`.`,
          },
        },
        ['service', 'operation'],
      ),
      response: {
        200: answer('The answer of the operation.', object({ output: { ...ANYTHING, description: 'Its output.' } })),
        400: refusal(
          '`CALL_UNKNOWN`: there is no such service, operation or member of the input. `CALL_REFUSED`: the service refused the call; the message begins with its code.',
        ),
      },
    },
    examples: [
      { body: { service: 'sqs', operation: 'CreateQueue', input: { QueueName: 'jobs' } } },
      { body: { service: 'sqs', operation: 'ListQueues' } },
    ],
    async handler(request, _reply, { call }) {
      const { service, operation, input = {}, account = DEFAULT_ACCOUNT, region = DEFAULT_REGION } = request.body as unknown as CallRequest;
      try {
        return { output: await call({ service, operation, input, account, region }) };
      } catch (error) {
        if (error instanceof Fault)
          throw new EmulatorError(CALL_REFUSED, `${error.code}: ${error.message}`, { hint: error.options.remedy });
        throw error;
      }
    },
  },
];

interface CallRequest {
  readonly service: string;
  readonly operation: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly account?: string;
  readonly region?: string;
}
