// Runs a rotation: calls the function once per step. The labels that it leaves behind tell whether it succeeded.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { secretArn } from '#services/secretsmanager/find-secret';
import { keepSecret } from '#services/secretsmanager/keep-secret';
import { ROTATION_FAILED } from '#services/secretsmanager/messages';
import { type Secret, secrets } from '#services/secretsmanager/state';
import { CURRENT, PENDING, removeLabel } from '#services/secretsmanager/values/stages';
import { forgetVersion } from '#services/secretsmanager/values/version-records';
import type { RotationMode } from './rotation.ts';
import { invokeFunction } from './rotation-function.ts';
import { withNextRotation } from './rotation-schedule.ts';

const STEPS: Readonly<Record<RotationMode, readonly string[]>> = {
  rotate: ['createSecret', 'setSecret', 'testSecret', 'finishSecret'],
  test: ['testSecret'],
};

export async function runRotation(name: string, token: string, mode: RotationMode, due: Ctx): Promise<void> {
  const ctx = inTraceOf(due.records(secrets).get([name])?.rotation ?? {}, due);
  const startedMs = performance.now();
  for (const step of STEPS[mode]) {
    const secret = rotating(name, token, ctx);
    if (!secret) return;
    const failure = await runStep(secret, token, step, ctx);
    if (failure !== undefined) {
      const arn = secretArn(secret, ctx);
      ctx.report(ROTATION_FAILED, { arn, step, failure }, { what: 'problem', resource: arn, name: `rotation, ${step}`, startedMs });
      break;
    }
  }
  if (mode === 'test') forgetTest(name, token, ctx);
  else noteSuccess(name, token, ctx);
}

/** The secret, as long as this rotation is enabled and unfinished. */
function rotating(name: string, token: string, ctx: Ctx): Frozen<Secret> | undefined {
  const secret = ctx.records(secrets).get([name]);
  const wanted =
    secret?.rotation?.enabled && secret.deletionMs === undefined && secret.stages[PENDING] === token && secret.stages[CURRENT] !== token;
  return wanted ? secret : undefined;
}

/** The error text of a failed step; undefined if it succeeded. */
async function runStep(secret: Frozen<Secret>, token: string, step: string, ctx: Ctx): Promise<string | undefined> {
  const arn = secretArn(secret, ctx);
  const event = { Step: step, SecretId: arn, ClientRequestToken: token, RotationToken: ctx.id() };
  const request = { InvocationType: 'RequestResponse' as const, Payload: Uint8Array.from(Buffer.from(JSON.stringify(event))) };
  try {
    const answer = await invokeFunction(arn, secret.rotation!.functionArn, request, ctx);
    if (answer.FunctionError === undefined) return undefined;
    return Buffer.from(answer.Payload ?? []).toString() || answer.FunctionError;
  } catch (error) {
    if (error instanceof Fault) return `${error.code}: ${error.message}`;
    throw error;
  }
}

function noteSuccess(name: string, token: string, ctx: Ctx): void {
  const secret = ctx.records(secrets).get([name]);
  if (secret?.stages[CURRENT] !== token) return;
  const nowMs = ctx.now();
  ctx.write((tx) => {
    const rotated = withNextRotation(tx, { ...secret, rotatedMs: nowMs, changedMs: nowMs }, ctx);
    keepSecret(tx, secret, rotated, ctx);
  });
}

function forgetTest(name: string, token: string, ctx: Ctx): void {
  const secret = ctx.records(secrets).get([name]);
  if (secret?.stages[PENDING] !== token || secret.stages[CURRENT] === token) return;
  ctx.write((tx) => {
    forgetVersion(tx, name, token, ctx);
    keepSecret(tx, secret, { ...secret, stages: removeLabel(secret.stages, PENDING), versionCount: secret.versionCount - 1 }, ctx);
  });
}
