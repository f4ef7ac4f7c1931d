// GetSessionToken and GetFederationToken: temporary credentials for the caller itself, or for a user that it names.
import { unmodelled } from '#core/operation';
import { operation } from '#model/sts';
import { checkDevice } from './assume-role.ts';
import { type Caller, callerOf } from './caller.ts';
import { issue } from './credentials.ts';
import { checkScope, scopeOfSession } from './session-request.ts';

const HOURS_12 = 43_200;
/** The longest life of credentials of the account itself. */
const ROOT_SECONDS = 3600;

const secondsOf = ({ kind }: Caller, asked: number | undefined): number =>
  kind === 'account' ? Math.min(asked ?? ROOT_SECONDS, ROOT_SECONDS) : (asked ?? HOURS_12);

function refuseSessions({ session }: Caller, operationName: string): void {
  if (session) throw unmodelled('AccessDenied', `Cannot call ${operationName} with session credentials`, { status: 403 });
}

export const GetSessionToken = operation('GetSessionToken', async (input, ctx) => {
  const caller = await callerOf(ctx);
  refuseSessions(caller, 'GetSessionToken');
  if (input.SerialNumber !== undefined || input.TokenCode !== undefined) await checkDevice(caller, input, ctx);
  const { kind, arn, userId } = caller;
  const session = {
    kind: kind === 'user' ? ('user' as const) : ('account' as const),
    arn,
    userId,
    tags: [],
    transitiveKeys: [],
    policyArns: [],
    mfaSerial: input.SerialNumber,
  };
  return issue(ctx.account, session, secondsOf(caller, input.DurationSeconds), input, ctx);
});

export const GetFederationToken = operation('GetFederationToken', async (input, ctx) => {
  const caller = await callerOf(ctx);
  refuseSessions(caller, 'GetFederationToken');
  // Told also without a policy (recorded in June 2024)
  const packed = { PackedPolicySize: 0, ...checkScope(input) };
  const user = {
    FederatedUserId: `${ctx.account}:${input.Name}`,
    Arn: `arn:aws:sts::${ctx.account}:federated-user/${input.Name}`,
  };
  const session = {
    kind: 'federated-user' as const,
    arn: user.Arn,
    userId: user.FederatedUserId,
    name: input.Name,
    ...(caller.kind === 'user' && { issuerArn: caller.arn }),
    tags: (input.Tags ?? []).map(({ Key, Value }) => ({ Key, Value })),
    transitiveKeys: [],
    ...scopeOfSession(input),
  };
  return { ...issue(ctx.account, session, secondsOf(caller, input.DurationSeconds), input, ctx), FederatedUser: user, ...packed };
});
