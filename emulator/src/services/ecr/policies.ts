// Repository policies (who may pull) and lifecycle policies (which images expire). Both are returned verbatim.
import { checkedPolicy } from '#core/policy/checked-policy';
import { fault, operation } from '#model/ecr';
import { findRepository, put } from './find-repository.ts';

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw fault('InvalidParameterException', "Invalid parameter at 'LifecyclePolicyText' failed to satisfy constraint: 'Invalid JSON'");
  }
}

/** Throws for an invalid policy. The real service gives no further reason either. */
function checkPolicy(text: string): void {
  checkedPolicy(text, () =>
    fault(
      'InvalidParameterException',
      "Invalid parameter at 'PolicyText' failed to satisfy constraint: 'Invalid repository policy provided'",
    ),
  );
}

export const SetRepositoryPolicy = operation('SetRepositoryPolicy', ({ repositoryName, registryId, policyText }, ctx) => {
  const found = findRepository(repositoryName, registryId, ctx);
  checkPolicy(policyText);
  put({ ...found, policy: policyText }, ctx);
  return { registryId: ctx.account, repositoryName, policyText };
});

export const GetRepositoryPolicy = operation('GetRepositoryPolicy', ({ repositoryName, registryId }, ctx) => {
  const { policy } = findRepository(repositoryName, registryId, ctx);
  if (policy === undefined) throw noPolicy('RepositoryPolicyNotFoundException', 'Repository', repositoryName, ctx.account);
  return { registryId: ctx.account, repositoryName, policyText: policy };
});

export const DeleteRepositoryPolicy = operation('DeleteRepositoryPolicy', ({ repositoryName, registryId }, ctx) => {
  const found = findRepository(repositoryName, registryId, ctx);
  if (found.policy === undefined) throw noPolicy('RepositoryPolicyNotFoundException', 'Repository', repositoryName, ctx.account);
  put({ ...found, policy: undefined }, ctx);
  return { registryId: ctx.account, repositoryName, policyText: found.policy };
});

export const PutLifecyclePolicy = operation('PutLifecyclePolicy', ({ repositoryName, registryId, lifecyclePolicyText }, ctx) => {
  const found = findRepository(repositoryName, registryId, ctx);
  checkJson(lifecyclePolicyText);
  put({ ...found, lifecyclePolicy: lifecyclePolicyText, lifecycleSetMs: ctx.now() }, ctx);
  return { registryId: ctx.account, repositoryName, lifecyclePolicyText };
});

export const GetLifecyclePolicy = operation('GetLifecyclePolicy', ({ repositoryName, registryId }, ctx) => {
  const { lifecyclePolicy } = findRepository(repositoryName, registryId, ctx);
  if (lifecyclePolicy === undefined) throw noPolicy('LifecyclePolicyNotFoundException', 'Lifecycle', repositoryName, ctx.account);
  return { registryId: ctx.account, repositoryName, lifecyclePolicyText: lifecyclePolicy };
});

export const DeleteLifecyclePolicy = operation('DeleteLifecyclePolicy', ({ repositoryName, registryId }, ctx) => {
  const found = findRepository(repositoryName, registryId, ctx);
  if (found.lifecyclePolicy === undefined) throw noPolicy('LifecyclePolicyNotFoundException', 'Lifecycle', repositoryName, ctx.account);
  put({ ...found, lifecyclePolicy: undefined }, ctx);
  return { registryId: ctx.account, repositoryName, lifecyclePolicyText: found.lifecyclePolicy };
});

const noPolicy = (
  code: 'RepositoryPolicyNotFoundException' | 'LifecyclePolicyNotFoundException',
  what: string,
  name: string,
  account: string,
) => fault(code, `${what} policy does not exist for the repository with name '${name}' in the registry with id '${account}'`);
