// Answers requests to the function's address: what an order would cost.
import { type Order, totalOf } from './order.ts';

export const handler = async ({ body }: { readonly body?: string }): Promise<object> => {
  if (!body) return { statusCode: 400, body: 'send an order' };
  return { total: totalOf(JSON.parse(body) as Order) };
};
