// The Cloud Control API: any resource type, made, changed, read and deleted by itself, without a stack.
import { nouns, service } from '#core/service';

export const cloudcontrol = service('cloudcontrol', {
  operations: [
    nouns(() => import('./operations.ts'), 'CreateResource', 'UpdateResource', 'DeleteResource'),
    nouns(() => import('./reading.ts'), 'GetResource', 'ListResources'),
    nouns(() => import('./requests.ts'), 'GetResourceRequestStatus', 'ListResourceRequests', 'CancelResourceRequest'),
  ],
  work: {
    'cloudcontrol.run': () => import('./work.ts'),
    'cloudcontrol.forget': () => import('./work.ts'),
  },
});
