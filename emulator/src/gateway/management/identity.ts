// `/_emulator/identity`: whether calls are judged by the policies of their callers, what identities have done, and the smallest policies that would have done.
import { IDENTITY_MISSING } from '#gateway/messages';
import { parseArn } from '#lib/arn';
import { EmulatorError } from '#lib/emulator-error';
import { answer, flag, list, type ManagementRoute, members, number, object, oneOf, refusal, text } from './route.ts';

const MODES = ['off', 'warn', 'enforce'] as const;
const MODE = { mode: oneOf([...MODES], 'As IAM_ENFORCEMENT: `off`, `warn`, `enforce`.') };
const ACCESS = object(
  {
    action: text('`sqs:SendMessage`'),
    resource: text('ARN, or `*`.'),
    passedTo: text('Of `iam:PassRole`: the service to which the role is passed.'),
    count: number('How often.'),
    denied: number('How often policies did not allow it.'),
    isDenied: flag('Whether they did not allow the last.'),
    decidedBy: text('The statement that decided the last. Absent where none did.'),
    firstMs: number('The first time, in milliseconds since 1970.'),
    lastMs: number('The last time.'),
  },
  ['passedTo', 'decidedBy'],
);
const ACCESSES = list(ACCESS, 'What it has done since.');

export const IDENTITY_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/identity',
    effect: 'reads',
    schema: {
      title: 'Answers how calls are judged',
      description: 'Answers whether calls are judged by the policies of their callers, and which users and roles have called.',
      response: {
        200: answer(
          'The mode and the identities.',
          object({ ...MODE, identities: list(text('ARN of a user or role.'), 'Those that have called.') }),
        ),
      },
    },
    handler: (_request, _reply, { kernel }) => ({
      mode: kernel.authorizer.mode,
      identities: kernel.authorizer.accesses.list().map(({ identity }) => identity),
    }),
  },
  {
    method: 'PUT',
    url: '/_emulator/identity',
    effect: 'changes',
    schema: {
      title: 'Sets how calls are judged',
      description: 'Judges calls from now on as IAM_ENFORCEMENT would, until the emulator stops or this is called again.',
      body: members(MODE, ['mode']),
      response: { 200: answer('The mode.', object(MODE)) },
    },
    examples: [{ body: { mode: 'off' } }],
    handler({ body }, _reply, { kernel }) {
      kernel.authorizer.forget();
      kernel.authorizer.mode = body['mode'] as (typeof MODES)[number];
      return { mode: kernel.authorizer.mode };
    },
  },
  {
    method: 'GET',
    url: '/_emulator/identity/policy',
    effect: 'reads',
    schema: {
      title: 'Answers the policy that an identity needed',
      description:
        'Answers the smallest policy that allows what a user or role has done, the permissions that it has and never used, and what it lacks. `emulator policy` prints it.',
      querystring: members(
        { identity: text('ARN of a user or role.'), since: text('Only what was done since then, in milliseconds since 1970.') },
        ['identity'],
      ),
      response: {
        200: answer(
          'The policy.',
          object({
            identity: text('Its ARN.'),
            ...MODE,
            policy: { type: 'object', description: 'A policy document.', additionalProperties: true },
            accesses: ACCESSES,
            unused: list(
              object({ action: text('As the policy writes it.'), source: text('The policy.') }),
              'Allowed actions of which none was used.',
            ),
            missing: list(ACCESS, 'What was done and is not allowed.'),
          }),
        ),
        404: refusal('`IDENTITY_MISSING`: there is no such user or role, and none has called.'),
      },
    },
    examples: [{ query: 'identity=arn:aws:iam::000000000000:role/orders' }],
    async handler({ query }, _reply, { kernel, contextIn }) {
      const { identity = '', since = '0' } = query;
      const account = parseArn(identity)?.account;
      const report = account && (await kernel.authorizer.report(identity, Number(since), contextIn(account)));
      if (!report)
        throw new EmulatorError(IDENTITY_MISSING, `Nothing is known about the identity ${identity}.`, {
          hint: 'GET /_emulator/identity lists those that have called.',
        });
      return { ...report, mode: kernel.authorizer.mode };
    },
  },
];
