// Told of big orders; its prices come from a layer.
const { priced } = require('/opt/nodejs/prices.js');

exports.handler = async ({ detail }) => {
  console.log(`${process.env.EDITION} edition: order ${detail.id} of ${priced(detail.total, process.env.CURRENCY)}`);
};
