// AWS::IAM::RolePolicy, UserPolicy and GroupPolicy: a single inline policy of a single holder.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { type Holder, inlineDocument, putInline, removeInline } from './attached.ts';

export function holderPolicy(kind: Holder[0]): ResourceType {
  const member = `${kind}Name`;
  const nameOf = (properties: Properties): string => text(properties.PolicyName)!;
  const holderOf = (properties: Properties): Holder => [kind, text(properties[member])!];
  const made = (properties: Properties): Created => ({ physicalId: `${nameOf(properties)}|${holderOf(properties)[1]}`, attributes: {} });
  const put = async (properties: Properties, ctx: ResourceContext): Promise<Created> => {
    const policy = document(properties.PolicyDocument);
    if (policy === undefined) throw new Error(`#: required key [PolicyDocument] not found`);
    await putInline(holderOf(properties), nameOf(properties), policy, ctx);
    return made(properties);
  };
  return {
    create: put,
    update: (_physicalId, properties, _previous, ctx) => put(properties, ctx),
    async delete(_physicalId, properties, ctx) {
      await removeInline(holderOf(properties), nameOf(properties), ctx);
    },
    async read(_physicalId, properties, ctx) {
      const found = await inlineDocument(holderOf(properties), nameOf(properties), ctx);
      if (found === undefined) return undefined;
      const PolicyDocument = documentAs(found, properties.PolicyDocument) ?? found;
      return { PolicyName: nameOf(properties), [member]: holderOf(properties)[1], PolicyDocument };
    },
    async adopt(identifier, _properties, ctx) {
      if ((await inlineDocument(holderOf(identifier), nameOf(identifier), ctx)) === undefined)
        throw new Error(`There is no policy ${nameOf(identifier)} of ${holderOf(identifier)[1]}.`);
      return made(identifier);
    },
  };
}
