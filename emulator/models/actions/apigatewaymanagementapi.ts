// Connections of WebSocket APIs: one action, on the path that reaches them (developer guide: "Control access with IAM authorization", 2026-09).
import type { ActionFacts } from '../build/action-facts.ts';

const managing = (method: string) => [
  { action: 'ManageConnections', on: [`arn:$p:execute-api:$r:$a:{$service}/${method}/@connections/{ConnectionId}`] },
];

export const facts: ActionFacts = {
  prefix: 'execute-api',
  operations: { PostToConnection: managing('POST'), GetConnection: managing('GET'), DeleteConnection: managing('DELETE') },
};
