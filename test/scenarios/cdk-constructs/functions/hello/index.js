// The function that the app deploys.
exports.handler = async () => 'hello from its folder';
