// AWS::Logs::ResourcePolicy

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, ignoring, text } from '#core/resources/resource-properties';
import { documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const made = (policyName: string): Created => ({ physicalId: policyName, attributes: {} });

async function put(policyName: string, properties: Properties, ctx: ResourceContext): Promise<Created> {
  await ctx.call('logs', 'PutResourcePolicy', { policyName, policyDocument: document(properties.PolicyDocument) });
  return made(policyName);
}

/** An account has at most ten policies: a single page. */
async function find(policyName: string, ctx: ResourceContext): Promise<string | undefined> {
  const { resourcePolicies = [] } = await ctx.call('logs', 'DescribeResourcePolicies', {});
  return resourcePolicies.find((policy) => policy.policyName === policyName)?.policyDocument;
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const name = text(properties.PolicyName)!;
    if ((await find(name, ctx)) !== undefined)
      throw new Error(`Resource of type 'AWS::Logs::ResourcePolicy' with identifier '${name}' already exists.`);
    return put(name, properties, ctx);
  },
  update: (name, properties, _previous, ctx) => put(name, properties, ctx),
  async delete(policyName, _properties, ctx) {
    await ignoring(GONE, ctx.call('logs', 'DeleteResourcePolicy', { policyName }));
  },
  async read(name, properties, ctx) {
    const policy = await find(name, ctx);
    return policy === undefined ? undefined : readAs({ PolicyName: name, PolicyDocument: documentAs(policy, properties.PolicyDocument) });
  },
  async list(_filter, nextToken, ctx) {
    const { resourcePolicies = [], nextToken: next } = await ctx.call('logs', 'DescribeResourcePolicies', { nextToken });
    return { items: resourcePolicies.map(({ policyName }) => ({ PolicyName: policyName! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const name = text(identifier.PolicyName) ?? '';
    if ((await find(name, ctx)) === undefined) throw new Error(`Resource policy ${name} does not exist.`);
    return made(name);
  },
};
