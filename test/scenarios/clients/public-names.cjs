// Preloaded into Node clients: asks the name server at NAME_SERVER where the world's would tell that *.localhost.localstack.cloud is this machine.
const dns = require('node:dns');

const resolver = new dns.Resolver();
resolver.setServers([process.env.NAME_SERVER]);
const { lookup } = dns;

dns.lookup = (name, options, callback = options) => {
  if (!name.endsWith('localhost.localstack.cloud')) return lookup(name, options, callback);
  resolver.resolve4(name, (error, addresses = []) => {
    const found = addresses.map((address) => ({ address, family: 4 }));
    return error || options.all ? callback(error, found) : callback(null, found[0].address, 4);
  });
};
