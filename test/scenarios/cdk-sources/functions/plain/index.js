// Code whose folder is an asset.
exports.handler = async () => 'plain';
