// AWS::IAM::Policy: one inline policy in any number of users, groups and roles.

import type { Properties } from '#core/resources/resource-handlers';
import { document, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { type Holder, holdersOf, inlineDocument, putInline, removeInline, without } from './attached.ts';

/** `stack-fnSe-3OZPF82JL41D`: localstack/localstack, tests/aws/services/cloudformation/resources/test_lambda.py. */
const ID_LENGTH = 23;

async function apply(properties: Properties, ctx: ResourceContext): Promise<void> {
  const holders = holdersOf(properties);
  if (holders.length === 0) throw new Error('At least one of [Groups,Roles,Users] must be non-empty.');
  for (const holder of holders) await putInline(holder, text(properties.PolicyName)!, document(properties.PolicyDocument)!, ctx);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const id = ctx.physicalName(ID_LENGTH);
    ctx.created(id);
    await apply(properties, ctx);
    return { physicalId: id, attributes: { Id: id } };
  },
  async update(physicalId, properties, previous, ctx) {
    const renamed = text(properties.PolicyName) !== text(previous.PolicyName);
    await apply(properties, ctx);
    const left = renamed ? holdersOf(previous) : without(holdersOf(previous), holdersOf(properties));
    for (const holder of left) await removeInline(holder, text(previous.PolicyName)!, ctx);
    return { physicalId, attributes: { Id: physicalId } };
  },
  async delete(_physicalId, properties, ctx) {
    for (const holder of holdersOf(properties)) await removeInline(holder, text(properties.PolicyName)!, ctx);
  },
  async read(_physicalId, properties, ctx) {
    const PolicyName = text(properties.PolicyName) ?? '';
    const found: [holder: Holder, document: string][] = [];
    for (const holder of holdersOf(properties)) {
      const policy = await inlineDocument(holder, PolicyName, ctx);
      if (policy !== undefined) found.push([holder, policy]);
    }
    if (found.length === 0) return undefined;
    // A single holder with another document is a difference.
    const asked = document(properties.PolicyDocument);
    const other = found.find(([, policy]) => policy !== asked) ?? found[0]!;
    const of = (kind: Holder[0]) => found.flatMap(([[each, name]]) => (each === kind ? [name] : []));
    return {
      PolicyName,
      PolicyDocument: documentAs(other[1], properties.PolicyDocument) ?? null,
      Roles: of('Role'),
      Users: of('User'),
      Groups: of('Group'),
    };
  },
};
