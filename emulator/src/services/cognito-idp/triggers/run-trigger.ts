// Triggers: functions that a pool calls, and waits for, in the midst of its own work.
// https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-identity-pools-working-with-aws-lambda-triggers.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { withinTime } from '#core/time/within-time';
import { isObject } from '#lib/json-object';
import { fault } from '#model/cognito-idp';
import { TRIGGER_FAILED } from '#services/cognito-idp/messages';
import type { Pool } from '#services/cognito-idp/state';

export type TriggerKind =
  | 'PreSignUp'
  | 'PostConfirmation'
  | 'PreAuthentication'
  | 'PostAuthentication'
  | 'PreTokenGeneration'
  | 'UserMigration'
  | 'CustomMessage'
  | 'DefineAuthChallenge'
  | 'CreateAuthChallenge'
  | 'VerifyAuthChallengeResponse'
  | 'CustomEmailSender'
  | 'CustomSMSSender';

/** Limit: time that a trigger has. */
const MAX_TRIGGER_MS = 5000;
/** Limit: how often a trigger is called that does not answer in time. */
const MAX_ATTEMPTS = 3;

export interface TriggerEvent {
  /** The part of `triggerSource` after the kind: `SignUp`. */
  readonly source: string;
  readonly username: string | null;
  readonly clientId: string;
  readonly request: object;
  /** Members that the function fills in. */
  readonly response: object;
  /** 1 for all but the later forms of PreTokenGeneration. */
  readonly version?: string;
  /** The kind in `triggerSource`, where it is another one. */
  readonly named?: string;
}

type Answer = Readonly<Record<string, unknown>>;

/** The function of the kind, if the pool has one. */
export function triggerArn(kind: TriggerKind, { settings: { LambdaConfig = {} } }: Frozen<Pool>): string | undefined {
  if (kind === 'PreTokenGeneration') return LambdaConfig.PreTokenGenerationConfig?.LambdaArn ?? LambdaConfig.PreTokenGeneration;
  const configured = LambdaConfig[kind];
  return typeof configured === 'string' ? configured : configured?.LambdaArn;
}

/** The `response` of the function; undefined where the pool has none of the kind. @throws Fault in the words of the cloud */
export async function runTrigger(kind: TriggerKind, event: TriggerEvent, pool: Frozen<Pool>, ctx: Ctx): Promise<Answer | undefined> {
  const arn = triggerArn(kind, pool);
  if (arn === undefined) return undefined;
  const payload = {
    version: event.version ?? '1',
    region: ctx.region,
    userPoolId: pool.id,
    ...(event.username !== null && { userName: event.username }),
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: event.clientId },
    triggerSource: `${event.named ?? kind}_${event.source}`,
    request: event.request,
    response: event.response,
  };
  const refuse = (refusal: Fault, reason: string): Fault => {
    ctx.log.write(TRIGGER_FAILED, { kind, poolId: pool.id, reason });
    return refusal;
  };
  const { text, errorMessage, failed } = await invoke(arn, payload, pool, ctx);
  if (failed !== undefined) throw refuse(fault('UnexpectedLambdaException', `${kind} invocation failed due to error ${failed}.`), failed);
  if (errorMessage !== undefined)
    throw refuse(fault('UserLambdaValidationException', `${kind} failed with error ${errorMessage}.`), errorMessage);
  const answer = parsed(text);
  if (!isObject(answer) || !isObject(answer['response']))
    throw refuse(fault('InvalidLambdaResponseException', 'Unrecognizable lambda output'), 'its answer is no event with a response');
  return answer['response'];
}

async function invoke(arn: string, payload: object, pool: Frozen<Pool>, ctx: Ctx) {
  const [, , , region, account] = arn.split(':');
  const input = { FunctionName: arn, Payload: Buffer.from(JSON.stringify(payload)) };
  const as = { service: 'cognito-idp.amazonaws.com', sourceArn: pool.arn };
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const call = ctx.call('lambda', 'Invoke', input, { as, region: region || ctx.region, account: account || ctx.account });
      const answer = await withinTime(call, MAX_TRIGGER_MS, ctx);
      if (answer === 'timeout') continue;
      const text = Buffer.from(answer.Payload ?? '').toString();
      return { text, errorMessage: answer.FunctionError === undefined ? undefined : messageIn(text) };
    }
    return { text: '', failed: 'Socket timeout while invoking Lambda function' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { text: '', failed: error.code };
  }
}

function messageIn(text: string): string {
  const value = parsed(text);
  return isObject(value) && typeof value['errorMessage'] === 'string' ? value['errorMessage'] : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
