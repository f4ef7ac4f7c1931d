exports.handler = async (event) => {
  console.log(`${process.env.GREETING}, order ${event.detail.id}`);
};
