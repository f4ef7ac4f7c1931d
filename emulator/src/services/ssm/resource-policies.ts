// Resource policies of parameters: documents are returned as given; a change must name the hash of the current document.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { readPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/ssm';
import { latestOf } from './find-parameter.ts';
import { pageOfValues } from './pages.ts';
import { parseParameterRef } from './parameter-name.ts';
import { type Parameter, parameters, type ResourcePolicy, resourcePolicies } from './state.ts';

const PAGE = 50;

function resource(arn: string, ctx: Ctx): Frozen<Parameter> {
  const asked = parseParameterRef(arn, ctx);
  if (!arn.startsWith('arn:') || asked?.selector)
    throw fault('ResourcePolicyInvalidParameterException', `${arn} is not the ARN of a parameter.`, { ParameterNames: ['ResourceArn'] });
  for (const name of asked?.names ?? []) {
    const parameter = ctx.records(parameters).get([name]);
    if (parameter) return parameter;
  }
  throw fault('ResourceNotFoundException', `The specified parameter to be shared could not be found: ${arn}`);
}

function existing(name: string, id: string, hash: string | undefined, ctx: Ctx): Frozen<ResourcePolicy> {
  const policy = ctx.records(resourcePolicies).get([name, id]);
  if (!policy) throw fault('ResourcePolicyNotFoundException', 'No policies with the specified policy ID and hash could be found.');
  if (policy.hash !== hash)
    throw fault(
      'ResourcePolicyConflictException',
      'The hash provided in the call does not match the stored hash. This can happen when trying to update an obsolete policy version.',
    );
  return policy;
}

export const PutResourcePolicy = operation('PutResourcePolicy', ({ ResourceArn, Policy: document, PolicyId, PolicyHash }, ctx) => {
  const parameter = resource(ResourceArn, ctx);
  const { name } = parameter;
  if (latestOf(parameter, ctx).tier !== 'Advanced')
    throw fault('ResourcePolicyInvalidParameterException', 'Only parameters of the advanced tier can be shared.', {
      ParameterNames: ['ResourceArn'],
    });
  readPolicy(document, ({ message }) =>
    fault('MalformedResourcePolicyDocumentException', `The specified policy document is malformed: ${message}`),
  );
  const id = PolicyId === undefined ? ctx.id() : existing(name, PolicyId, PolicyHash, ctx).id;
  const policy: ResourcePolicy = { id, document, hash: createHash('sha256').update(`${ctx.id()}${document}`).digest('hex') };
  ctx.write((tx) => tx.put(ctx.records(resourcePolicies), [name, id], policy));
  return { PolicyId: id, PolicyHash: policy.hash };
});

export const GetResourcePolicies = operation('GetResourcePolicies', ({ ResourceArn, MaxResults: limit = PAGE, NextToken: token }, ctx) => {
  const { name } = resource(ResourceArn, ctx);
  const { items, NextToken } = pageOfValues(ctx.records(resourcePolicies), [name], { limit, token });
  return {
    Policies: items.map(({ id, hash, document }) => ({ PolicyId: id, PolicyHash: hash, Policy: document })),
    NextToken,
  };
});

export const DeleteResourcePolicy = operation('DeleteResourcePolicy', ({ ResourceArn, PolicyId, PolicyHash }, ctx) => {
  const { name } = resource(ResourceArn, ctx);
  const { id } = existing(name, PolicyId, PolicyHash, ctx);
  ctx.write((tx) => tx.delete(ctx.records(resourcePolicies), [name, id]));
});
