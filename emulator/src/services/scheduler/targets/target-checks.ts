// Reads the target of a schedule, and refuses what cannot be invoked. The texts are recorded in
// https://github.com/badmintoncryer/cdk-preflight (rules pf-scheduler-target-…), unless a comment says otherwise.
import type { Ctx } from '#core/ctx';
import { type Arn, parseArn } from '#lib/arn';
import type { Target } from '#model/scheduler';
import { invalid } from '#services/scheduler/faults';
import { checkApiAction, isApiActionArn } from './api-action.ts';
import { checkParameters } from './target-parameters.ts';
import { isTemplated } from './templated.ts';

const DEFAULT_RETRY = { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 };

/** Services with templated targets: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-templated.html */
const TEMPLATED = new Set('codebuild codepipeline ecs events firehose inspector kinesis lambda sagemaker sns sqs states'.split(' '));
/** Templated targets whose input must be JSON: https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Target.html */
const JSON_ONLY = new Set(['events', 'lambda', 'states']);

/** The target with its retry policy filled in. @throws ValidationException */
export function readTarget(target: Target, ctx: Ctx): Target {
  const arn = parseArn(target.Arn);
  // In the words that the event bus has for it: no recording was found.
  if (!arn) throw invalid('Provided Arn is not in correct format.');
  if (isApiActionArn(target.Arn)) checkApiAction(target, ctx);
  else checkTemplated(target, arn, ctx);
  return { ...target, RetryPolicy: { ...DEFAULT_RETRY, ...target.RetryPolicy } };
}

function checkTemplated(target: Target, arn: Arn, ctx: Ctx): void {
  if (!TEMPLATED.has(arn.service)) throw invalid(`${arn.service} is not a supported service for a target.`);
  if (arn.region !== ctx.region) throw invalid(`The target ARN provided does not match the current region ${ctx.region}.`);
  checkParameters(target, arn);
  if (target.Input !== undefined && JSON_ONLY.has(arn.service) && !isJson(target.Input))
    throw invalid('JSON syntax error in input for the target.');
  if (!isTemplated(target.Arn, ctx))
    throw invalid(`${target.Arn} cannot be a target here: no emulated service is invoked for resources of this kind.`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
