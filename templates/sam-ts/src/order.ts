// An order and its sum.
export interface Order {
  readonly id: number;
  readonly items: readonly { readonly price: number; readonly count: number }[];
}

export const totalOf = ({ items }: Order): number => items.reduce((sum, { price, count }) => sum + price * count, 0);
