// The function: it logs what an order costs.
export const handler = async ({ detail: { id, items } }) => {
  const total = items.reduce((sum, { price, count }) => sum + price * count, 0);
  console.log(`order ${id} costs ${total.toFixed(2)}`);
};
