// `Auth.UsagePlan` of a REST API: a usage plan with its API key, for one API or shared by several.

import { shown } from '#sam/message-text';
import { invalidResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, type Draft, filled, get, isBlock, isText, ref, type Value } from '#sam/values';

const MEMBERS = ['CreateUsagePlan', 'Description', 'Quota', 'Tags', 'Throttle', 'UsagePlanName'];
const KINDS = ['SHARED', 'PER_API', 'NONE'];

/** @throws SamProblem */
export function usagePlan(id: string, stageId: string, auth: Value | undefined, inherited: Block, there: Transformation): MadeResource[] {
  const plan = get(auth, 'UsagePlan');
  if (plan === undefined) return [];
  if (!isBlock(plan)) throw invalidResource(id, "'UsagePlan' must be a dictionary");
  if (!Object.keys(plan).every((key) => MEMBERS.includes(key))) throw invalidResource(id, "Invalid property for 'UsagePlan'");
  const kind = get(plan, 'CreateUsagePlan');
  if (kind === undefined) throw invalidResource(id, "'CreateUsagePlan' is a required field for UsagePlan.");
  if (!isText(kind) || !KINDS.includes(kind)) throw invalidResource(id, `'CreateUsagePlan' accepts one of ${shown(KINDS)}.`);
  if (kind === 'NONE') return [];
  const settings: Draft = Object.fromEntries(MEMBERS.slice(1).map((name) => [name, filled(get(plan, name)) ? plan[name] : undefined]));
  const shared = kind === 'SHARED';
  if (shared) there.usagePlan.add(id, stageId);
  const stages = shared ? there.usagePlan.stages() : [[id, stageId] as const];
  const conditions = get(there.result, 'Conditions');
  const attributes = (): Block =>
    shared ? there.usagePlan.attributes(inherited, isBlock(conditions) ? conditions : undefined) : inherited;
  const name = (suffix: string): string => (shared ? `Serverless${suffix}` : `${id}${suffix}`);
  const planId = name('UsagePlan');
  const keyId = name('ApiKey');
  return [
    made(
      planId,
      'AWS::ApiGateway::UsagePlan',
      { ApiStages: stages.map(([api, stage]) => ({ ApiId: ref(api), Stage: ref(stage) })), ...settings },
      attributes(),
      shared ? [...there.usagePlan.apis] : [id],
    ),
    made(
      keyId,
      'AWS::ApiGateway::ApiKey',
      { Enabled: true, StageKeys: stages.map(([api, stage]) => ({ RestApiId: ref(api), StageName: ref(stage) })) },
      attributes(),
      [planId],
    ),
    made(
      name('UsagePlanKey'),
      'AWS::ApiGateway::UsagePlanKey',
      { KeyId: ref(keyId), KeyType: 'API_KEY', UsagePlanId: ref(planId) },
      attributes(),
      [keyId],
    ),
  ];
}
