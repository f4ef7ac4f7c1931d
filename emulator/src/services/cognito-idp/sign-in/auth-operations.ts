// InitiateAuth and RespondToAuthChallenge, and their forms for administrators: one machine behind all of them.
import type { Ctx } from '#core/ctx';
import type { AuthenticationResultType } from '#model/cognito-idp';
import { operation } from '#model/cognito-idp';
import { findClient, locateClient } from '#services/cognito-idp/clients/find-client';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { newSignIn, openGrant } from '#services/cognito-idp/tokens/issue-tokens';
import { checkFlow } from './auth-flows.ts';
import { initiate } from './initiate.ts';
import { refresh } from './refresh.ts';
import { respond } from './respond.ts';
import type { Attempt, Done, Step } from './step.ts';

interface AdminInput {
  readonly UserPoolId: string;
  readonly ClientId: string;
  readonly ClientMetadata?: Readonly<Record<string, string>> | undefined;
}

function adminAttempt({ UserPoolId, ClientId, ClientMetadata }: AdminInput, ctx: Ctx): Attempt {
  const pool = findPool(UserPoolId, ctx);
  return { pool, client: findClient(UserPoolId, ClientId, ctx), there: ctx, metadata: ClientMetadata };
}

const ownAttempt = ({ ClientId, ClientMetadata }: Omit<AdminInput, 'UserPoolId'>, ctx: Ctx): Attempt => ({
  ...locateClient(ClientId, ctx),
  metadata: ClientMetadata,
});

interface Initiation {
  readonly AuthFlow: string;
  readonly AuthParameters?: Readonly<Record<string, string>> | undefined;
  readonly Session?: string | undefined;
}

async function begin({ AuthFlow, AuthParameters = {}, Session }: Initiation, attempt: Attempt, isAdmin: boolean) {
  checkFlow(AuthFlow, isAdmin, attempt.client);
  if (AuthFlow === 'REFRESH_TOKEN' || AuthFlow === 'REFRESH_TOKEN_AUTH')
    return { ChallengeParameters: {}, AuthenticationResult: await refresh(AuthParameters, attempt) };
  return answered(await initiate(AuthFlow, AuthParameters, attempt, Session), attempt);
}

async function answered(step: Step, attempt: Attempt) {
  if (step.kind === 'done') return { ChallengeParameters: {}, AuthenticationResult: await tokensFor(step, attempt) };
  const { name, parameters, session, available } = step;
  return { ChallengeName: name, Session: session, ChallengeParameters: parameters, ...(available && { AvailableChallenges: available }) };
}

async function tokensFor({ user, source, deviceKey, isNewDevice }: Done, attempt: Attempt): Promise<AuthenticationResultType> {
  const { pool, client, there, metadata } = attempt;
  const request = { pool, client, user, source, metadata, signIn: newSignIn({ deviceKey }, there) };
  const { access, id, refresh: refreshToken, expiresIn } = await openGrant(request, there);
  return {
    AccessToken: access,
    ExpiresIn: expiresIn,
    TokenType: 'Bearer',
    RefreshToken: refreshToken,
    IdToken: id,
    ...(isNewDevice && { NewDeviceMetadata: { DeviceKey: deviceKey, DeviceGroupKey: pool.deviceGroupKey } }),
  };
}

export const InitiateAuth = operation('InitiateAuth', (input, ctx) => begin(input, ownAttempt(input, ctx), false));

export const AdminInitiateAuth = operation('AdminInitiateAuth', (input, ctx) => begin(input, adminAttempt(input, ctx), true));

export const RespondToAuthChallenge = operation('RespondToAuthChallenge', async (input, ctx) => {
  const attempt = ownAttempt(input, ctx);
  return answered(await respond(input.ChallengeName, input.ChallengeResponses ?? {}, input.Session, attempt), attempt);
});

export const AdminRespondToAuthChallenge = operation('AdminRespondToAuthChallenge', async (input, ctx) => {
  const attempt = adminAttempt(input, ctx);
  return answered(await respond(input.ChallengeName, input.ChallengeResponses ?? {}, input.Session, attempt), attempt);
});
