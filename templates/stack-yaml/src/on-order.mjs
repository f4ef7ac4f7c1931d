// Handles an order: logs what it costs, and fails where it has no items.
export const handler = async ({ Records }) => {
  for (const { body } of Records) {
    const { id, items } = JSON.parse(body);
    if (items.length === 0) throw new Error(`order ${id} is empty`);
    const total = items.reduce((sum, { price, count }) => sum + price * count, 0);
    console.log(`order ${id} costs ${total.toFixed(2)}`);
  }
};
