// The sum of an order.
import type { OrderPlaced } from './price-order.ts';

export const totalOf = (items: OrderPlaced['detail']['items']): number => items.reduce((sum, { price, count }) => sum + price * count, 0);
