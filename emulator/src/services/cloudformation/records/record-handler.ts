// The handlers of resource types that no service offers: the properties are kept, `Ref` and `GetAtt` have values, and nothing else happens.
import type { Created, Properties } from '#core/resources/resource-handlers';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { fault } from '#model/cloudformation';
import { resourceData } from '#resources/resource-data';
import { recordedResources } from '#services/cloudformation/state';
import { type RecordedResource, recordValues } from './record-values.ts';

const recordedResource = (properties: Properties, ctx: ResourceContext): RecordedResource => ({
  type: ctx.typeName,
  data: resourceData(ctx).of(ctx.typeName) ?? { properties: {}, attributes: [] },
  properties,
});

/** Takes any type that the public specification knows. The checks of the template have refused unknown members before. */
export const RECORD_HANDLER: ResourceType = {
  isRecord: true,
  create(properties, ctx) {
    const made = recordValues(recordedResource(properties, ctx), undefined, ctx);
    const records = ctx.records(recordedResources);
    if (records.has([ctx.typeName, made.physicalId])) throw fault('AlreadyExistsException', `${made.physicalId} already exists`);
    ctx.write((tx) => tx.put(records, [ctx.typeName, made.physicalId], { properties, attributes: made.attributes }));
    return Promise.resolve(made);
  },
  update(physicalId, properties, _previous, ctx) {
    const records = ctx.records(recordedResources);
    const before = existing(physicalId, ctx);
    const { attributes } = recordValues(recordedResource(properties, ctx), before.attributes, ctx);
    ctx.write((tx) => tx.put(records, [ctx.typeName, physicalId], { properties, attributes }));
    return Promise.resolve<Created>({ physicalId, attributes });
  },
  delete(physicalId, _properties, ctx) {
    ctx.write((tx) => tx.delete(ctx.records(recordedResources), [ctx.typeName, physicalId]));
    return Promise.resolve();
  },
  read(physicalId, _properties, ctx) {
    return Promise.resolve(ctx.records(recordedResources).get([ctx.typeName, physicalId])?.properties as Properties | undefined);
  },
  adopt(identifier, _properties, ctx) {
    const physicalId = Object.values(identifier).map(String).join('|');
    const { attributes } = existing(physicalId, ctx);
    return Promise.resolve<Created>({ physicalId, attributes: attributes as Created['attributes'] });
  },
};

function existing(physicalId: string, ctx: ResourceContext) {
  const record = ctx.records(recordedResources).get([ctx.typeName, physicalId]);
  if (!record) throw new Error(`Resource of type '${ctx.typeName}' with identifier '${physicalId}' was not found.`);
  return record;
}
