// The function: it is told of an order, and answers what it costs.
import { totalOf } from './total.ts';

export interface Order {
  readonly id: number;
  readonly items: readonly { readonly price: number; readonly count: number }[];
}

export const handler = async ({ id, items }: Order): Promise<{ message: string }> => {
  const message = `order ${id} costs ${totalOf(items).toFixed(2)}`;
  console.log(message);
  return { message };
};
