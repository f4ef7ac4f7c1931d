// The table's policy decides which services may use it.

import type { PolicyCheckWithGrant } from '#core/policy/policy-check';
import type { Guard } from '#core/policy/resource-policy';
import { tables } from './state.ts';
import { tableAddress, tableArn } from './tables/find-table.ts';

const GUARDED: ReadonlySet<string> = new Set(['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan']);

export const guard: Guard = (operation, input, ctx): PolicyCheckWithGrant | undefined => {
  const { TableName: name } = input as { TableName?: string };
  const address = GUARDED.has(operation) && name !== undefined ? tableAddress(name, ctx) : undefined;
  const table = address?.there.records(tables).get([address.name]);
  if (!address || !table) return undefined;
  const resource = tableArn(table.name, address.there);
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'SERVICE.amazonaws.com' },
    Action: `dynamodb:${operation}`,
    Resource: resource,
  };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  return {
    action: `dynamodb:${operation}`,
    resource,
    policy: table.policy?.text,
    grant: `aws dynamodb put-resource-policy --resource-arn ${resource} --policy '${policy}'`,
  };
};
