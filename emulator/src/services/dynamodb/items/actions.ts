// The actions of policies for the members of transactions.
import { table } from '#lib/table';

export const ACTIONS_IN_TRANSACTIONS: Readonly<Record<string, string>> = table({
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
});
