// Manifest of the Cloud Control API: it creates, changes, reads and deletes single resources of any type, without a stack.
import { operationsIn, service } from '#core/service';

export const cloudcontrol = service('cloudcontrol', {
  resourceMembers: [['TypeName', 'Identifier'], 'RequestToken'],
  operations: [
    operationsIn(() => import('./operations.ts'), 'CreateResource', 'UpdateResource', 'DeleteResource'),
    operationsIn(() => import('./reading.ts'), 'GetResource', 'ListResources'),
    operationsIn(() => import('./requests.ts'), 'GetResourceRequestStatus', 'ListResourceRequests', 'CancelResourceRequest'),
  ],
  work: {
    'cloudcontrol.run': () => import('./work.ts'),
    'cloudcontrol.forget': () => import('./work.ts'),
  },
});
