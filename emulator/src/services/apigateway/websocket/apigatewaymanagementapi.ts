// Manifest of the calls on open WebSockets (API Gateway management API): a service of its own on the wire.
import { operationsIn, service } from '#core/service';

export const apigatewaymanagementapi = service('apigatewaymanagementapi', {
  resourceMembers: ['ConnectionId'],
  traffic: {
    operations: ['PostToConnection'],
  },
  operations: [operationsIn(() => import('./management.ts'), 'PostToConnection', 'GetConnection', 'DeleteConnection')],
});
