// Shared by functions, as a layer.
exports.priced = (amount, currency) => `${amount.toFixed(2)} ${currency}`;
