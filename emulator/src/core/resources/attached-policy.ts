// Resource types that attach one policy to any number of resources.
import type { Properties } from './resource-handlers.ts';
import { document, ignoring, texts } from './resource-properties.ts';
import { documentAs } from './resource-shape.ts';
import type { ResourceContext, ResourceType } from './resource-type.ts';

export interface AttachedPolicy {
  /** The property that lists the resources. */
  readonly member: string;
  /** Codes of the service for a resource that does not exist. */
  readonly gone: readonly string[];
  /** Attaches a policy; the empty text removes it. */
  set(resource: string, policy: string, ctx: ResourceContext): Promise<unknown>;
  /** The policy of a resource; undefined if it has none of its own. */
  get(resource: string, ctx: ResourceContext): Promise<string | undefined>;
}

export function attachedPolicy({ member, gone, set, get }: AttachedPolicy): ResourceType {
  const resourcesIn = (properties: Properties): string[] => texts(properties[member]);
  const attach = async (properties: Properties, ctx: ResourceContext): Promise<void> => {
    for (const each of resourcesIn(properties)) await set(each, document(properties.PolicyDocument)!, ctx);
  };
  return {
    async create(properties, ctx) {
      await attach(properties, ctx);
      const id = ctx.physicalName(128);
      return { physicalId: id, attributes: { Id: id } };
    },
    async update(physicalId, properties, previous, ctx) {
      const kept = resourcesIn(properties);
      for (const each of resourcesIn(previous)) if (!kept.includes(each)) await ignoring(gone, set(each, '', ctx));
      await attach(properties, ctx);
      return { physicalId, attributes: { Id: physicalId } };
    },
    async delete(_physicalId, properties, ctx) {
      for (const each of resourcesIn(properties)) await ignoring(gone, set(each, '', ctx));
    },
    async read(_physicalId, properties, ctx) {
      const policies = new Map<string, string>();
      for (const each of resourcesIn(properties)) {
        const policy = await ignoring(gone, get(each, ctx));
        if (policy) policies.set(each, policy);
      }
      const [policy] = policies.values();
      if (policy === undefined) return undefined;
      const alike = [...policies].filter(([, each]) => each === policy).map(([name]) => name);
      const isEach = alike.length === resourcesIn(properties).length;
      return { [member]: isEach ? properties[member]! : alike, PolicyDocument: documentAs(policy, properties.PolicyDocument)! };
    },
  };
}
