// AWS::ApiGateway::Model
import { document, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { never, value } from './patches.ts';
import { restType } from './rest-type.ts';

const MAX_NAME = 60;

const type = restType({
  noun: 'Model',
  owners: ['RestApiId'],
  key: 'modelName',
  idOf: ({ name }) => String(name),
  listedAs: 'Name',
  plural: 'Models',
  properties: {
    ContentType: { read: text, patch: never },
    Description: { read: text, patch: value('/description') },
    Name: { read: text, patch: never },
    Schema: { read: document, patch: value('/schema'), shown: ({ schema }, given) => documentAs(schema as string | undefined, given) },
  },
});

/** A name of the stack's has its hyphens left out: the service allows letters and digits only. */
export const resource: ResourceType = {
  ...type,
  create: (properties, ctx) =>
    type.create(
      {
        ...properties,
        Name: properties.Name ?? ctx.physicalName(MAX_NAME).replaceAll('-', ''),
        ContentType: properties.ContentType ?? 'application/json',
        Schema: properties.Schema ?? '{}',
      },
      ctx,
    ),
};
