export const handler = async (event) => {
  console.log(`Order ${event.detail.id} over ${event.detail.total} has arrived`);
};
