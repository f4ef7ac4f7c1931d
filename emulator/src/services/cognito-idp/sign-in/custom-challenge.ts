// Sign-ins that three functions of the pool make up: one decides what comes next, one makes a challenge, one judges the answer.
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-challenge.html
import type { Frozen } from '#core/records';
import { isObject } from '#lib/json-object';
import { fault } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import type { CustomRound, CustomRounds, Session, User } from '#services/cognito-idp/state';
import { runTrigger, type TriggerKind, triggerArn } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { checkAdmitted, checkPasswordState, wrongPassword } from './check-user.ts';
import { afterPassword } from './go-on.ts';
import { factorChallenge } from './second-factor.ts';
import { openSession } from './sessions.ts';
import { passwordChallenge } from './srp-steps.ts';
import type { Attempt, Progress, Step } from './step.ts';

type Answer = Readonly<Record<string, unknown>>;
type Texts = Record<string, string>;

/** Limit: challenges of one custom sign-in. */
const MAX_ROUNDS = 50;

async function ask(
  kind: TriggerKind,
  user: Frozen<User> | undefined,
  request: object,
  response: object,
  progress: Progress,
  attempt: Attempt,
): Promise<Answer> {
  const { pool, client, there, metadata } = attempt;
  if (triggerArn(kind, pool) === undefined)
    throw fault('InvalidLambdaResponseException', `${kind} has no function: custom sign-ins need it in the LambdaConfig of the user pool.`);
  const told = {
    userAttributes: user ? toldAttributes(user) : {},
    ...request,
    ...(metadata && { clientMetadata: metadata }),
    ...(user ? {} : { userNotFound: true }),
  };
  const event = { source: 'Authentication', username: user?.username ?? progress.givenName, clientId: client.id, request: told, response };
  return (await runTrigger(kind, event, pool, there)) ?? {};
}

/** Asks the first function what comes next. `srpA`: where the client has begun with SRP. */
export async function nextRound(user: Frozen<User> | undefined, progress: Progress, attempt: Attempt, srpA?: string): Promise<Step> {
  const past = progress.custom?.past ?? [];
  if (past.length > MAX_ROUNDS) throw wrongPassword();
  const response = { challengeName: null, issueTokens: null, failAuthentication: null };
  const { challengeName, issueTokens, failAuthentication } = await ask(
    'DefineAuthChallenge',
    user,
    { session: past },
    response,
    progress,
    attempt,
  );
  if (issueTokens === true) {
    if (!user) throw wrongPassword();
    checkAdmitted(user, attempt);
    checkPasswordState(user, attempt);
    return afterPassword(user, { ...progress, isDecided: true }, attempt);
  }
  if (failAuthentication === true) throw wrongPassword();
  switch (challengeName) {
    case 'CUSTOM_CHALLENGE':
      return customChallenge(user, past, progress, attempt);
    case 'PASSWORD_VERIFIER':
      if (srpA === undefined) throw invalid('Missing required parameter SRP_A');
      return passwordChallenge(user, srpA, progress, attempt, true);
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
      if (!user) throw wrongPassword();
      return factorChallenge(challengeName, user, progress, attempt);
    default:
      throw fault('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  }
}

async function customChallenge(
  user: Frozen<User> | undefined,
  past: readonly CustomRound[],
  progress: Progress,
  attempt: Attempt,
): Promise<Step> {
  const name = 'CUSTOM_CHALLENGE';
  const response = { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null };
  const answer = await ask('CreateAuthChallenge', user, { challengeName: name, session: past }, response, progress, attempt);
  const metadata = typeof answer['challengeMetadata'] === 'string' ? answer['challengeMetadata'] : undefined;
  const custom: CustomRounds = { past, name, metadata, privateParameters: textsOf(answer['privateChallengeParameters']) };
  const session = openSession(attempt, { ...progress, custom }, [name]);
  return {
    kind: 'challenge',
    name,
    parameters: { USERNAME: user?.username ?? progress.givenName, ...textsOf(answer['publicChallengeParameters']) },
    session,
  };
}

const textsOf = (value: unknown): Texts =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );

/** Has the answer judged, and goes on to the next round. */
export async function answerCustom(
  user: Frozen<User> | undefined,
  { custom }: Frozen<Session>,
  responses: Readonly<Record<string, string>>,
  progress: Progress,
  attempt: Attempt,
): Promise<Step> {
  if (responses['ANSWER'] === undefined) throw invalid('Missing required parameter ANSWER');
  const request = { privateChallengeParameters: custom?.privateParameters ?? {}, challengeAnswer: responses['ANSWER'] };
  const { answerCorrect } = await ask('VerifyAuthChallengeResponse', user, request, { answerCorrect: null }, progress, attempt);
  const round: CustomRound = {
    challengeName: custom?.name ?? 'CUSTOM_CHALLENGE',
    challengeResult: answerCorrect === true,
    ...(custom?.metadata !== undefined && { challengeMetadata: custom.metadata }),
  };
  return nextRound(user, { ...progress, custom: { past: [...(custom?.past ?? []), round] } }, attempt);
}

/** A challenge that is not the functions' own was answered rightly: they are told. */
export const afterStandard = (user: Frozen<User> | undefined, challengeName: string, progress: Progress, attempt: Attempt): Promise<Step> =>
  nextRound(user, { ...progress, custom: { past: [...(progress.custom?.past ?? []), { challengeName, challengeResult: true }] } }, attempt);
