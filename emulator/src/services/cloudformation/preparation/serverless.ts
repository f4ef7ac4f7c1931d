// Runs the transform `AWS::Serverless-2016-10-31` on a template: collects what the transform needs from outside, and words its problems.

import type { Ctx } from '#core/ctx';
import { INTERNAL_FAILURE } from '#core/messages';
import { partitionOf } from '#lib/arn';
import { isList, isObject, type Json, type JsonObject, member } from '#resources/json';
import { InvalidDocument } from '#sam/problems';
import { transformServerless } from '#sam/transform';
import type { Block, Value } from '#sam/values';
import { type GivenParameter, knownLater, parameterValues, referenceValue, ssmType } from '#services/cloudformation/engine/parameters';
import { TemplateProblem, TransformFailed, throwProblems } from '#services/cloudformation/engine/problem';
import { impossibleValues, MAX_DECLARED } from '#services/cloudformation/engine/template';

export const SERVERLESS = 'AWS::Serverless-2016-10-31';
/** Members of resources that only exist before the transform. */
const SAM_MEMBERS = new Set(['Connectors', 'IgnoreGlobals']);

/** @throws TemplateProblem with all problems that the transform finds */
export async function expandServerless(
  root: JsonObject,
  given: readonly GivenParameter[],
  previous: Parameters<typeof parameterValues>[2],
  ctx: Ctx,
): Promise<JsonObject> {
  throwProblems(impossibleValues(root, ''));
  const count = isObject(root.Resources) ? Object.keys(root.Resources).length : 0;
  if (count > MAX_DECLARED.Resources)
    throw new TemplateProblem(
      `Template format error: Number of resources, ${count}, is greater than maximum allowed, ${MAX_DECLARED.Resources}`,
    );
  const managedPolicies = namesPolicies(root) ? await managedPolicyArns(ctx) : new Map<string, string>();
  try {
    return transformServerless(root as Block, {
      parameters: valuesOf(root, given, previous),
      region: ctx.region,
      partition: partitionOf(ctx.region),
      managedPolicies,
      applicationTemplate,
      now: ctx.now() / 1000,
    });
  } catch (error) {
    if (error instanceof InvalidDocument) throw TransformFailed.of(SERVERLESS, `with: ${error.message}`);
    if (!(error instanceof TypeError)) throw error;
    ctx.log.write(INTERNAL_FAILURE, { work: 'SAM transform', error });
    throw TransformFailed.of(SERVERLESS, 'with: Internal transform failure.');
  }
}

/** The template as it was written, without the sections and members that only the transform reads. */
export function withoutSamMembers({ Globals: _shared, ...root }: JsonObject): JsonObject {
  if (!isObject(root.Resources)) return root;
  const plain = (resource: Json): Json =>
    isObject(resource) ? Object.fromEntries(Object.entries(resource).filter(([name]) => !SAM_MEMBERS.has(name))) : resource;
  return { ...root, Resources: Object.fromEntries(Object.entries(root.Resources).map(([id, each]) => [id, plain(each)])) };
}

function applicationTemplate(application: string): never {
  throw new Error(
    `The application ${application} cannot be read: the Serverless Application Repository is not emulated. Use a template's URL as Location.`,
  );
}

/** Whether a resource names a managed policy, so that its ARN has to be found. */
const namesPolicies = ({ Resources }: JsonObject): boolean =>
  isObject(Resources) && Object.values(Resources).some((each) => member(member(each, 'Properties'), 'Policies') !== undefined);

const PAGE = 1000;

async function managedPolicyArns(ctx: Ctx): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let Marker: string | undefined;
  do {
    const page = await ctx.call('iam', 'ListPolicies', { Scope: 'AWS', MaxItems: PAGE, Marker });
    for (const { PolicyName, Arn } of page.Policies ?? []) if (PolicyName !== undefined && Arn !== undefined) found.set(PolicyName, Arn);
    Marker = page.IsTruncated ? page.Marker : undefined;
  } while (Marker !== undefined);
  return found;
}

/** Values of the parameters that are known now. A parameter of an SSM type counts by its name, as the cloud's transform sees it. */
function valuesOf(
  root: JsonObject,
  given: readonly GivenParameter[],
  previous: Parameters<typeof parameterValues>[2],
): Record<string, Value> {
  const declared = isObject(root.Parameters) ? (root.Parameters as Record<string, JsonObject>) : {};
  if (!Object.values(declared).every(isObject)) return {};
  const values = Object.entries(parameterValues(declared, given, previous)).filter(([, value]) => !knownLater(value));
  return Object.fromEntries(
    values.map(([name, value]) => {
      const declaration = declared[name]!;
      const seen = ssmType(declaration) ? value.value : referenceValue(declaration, value);
      return [name, (isList(seen) ? [...seen] : seen) as Value];
    }),
  );
}
