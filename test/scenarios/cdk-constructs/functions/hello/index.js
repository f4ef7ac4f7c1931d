// What the app deploys.
exports.handler = async () => 'hello from its folder';
