// The sum of an order.
import type { Order } from './handler.ts';

export const totalOf = (items: Order['items']): number => items.reduce((sum, { price, count }) => sum + price * count, 0);
