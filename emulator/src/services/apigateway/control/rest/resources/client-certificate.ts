// AWS::ApiGateway::ClientCertificate
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { value } from './patches.ts';
import { restType } from './rest-type.ts';

export const resource: ResourceType = {
  ...restType({
    noun: 'ClientCertificate',
    create: 'Generate',
    owners: [],
    key: 'clientCertificateId',
    idOf: ({ clientCertificateId }) => String(clientCertificateId),
    idAttribute: 'ClientCertificateId',
    plural: 'ClientCertificates',
    properties: { Description: { read: text, patch: value('/description') } },
    tagged: (id) => `/clientcertificates/${id}`,
  }),
  isRecord: true,
};
