// Makes the cloud's host names lead to the emulator's gateway: redirects connections to their ports 80 and 443, and trusts the gateway's
// local authority over TLS. All of this happens at the first connection: nothing is loaded or requested before.

const net = require('node:net');

const pemPattern = /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/;

function takeVariables(environment) {
  const { _EMULATOR_GATEWAY: gateway, _EMULATOR_NAMES: names, _EMULATOR_LEAVE: leave } = environment;
  for (const name of ['_EMULATOR_GATEWAY', '_EMULATOR_NAMES', '_EMULATOR_LEAVE']) delete environment[name];
  if (gateway === undefined) return undefined;
  const [host, port, alias] = gateway.split(' ');
  return { host, port: Number(port), alias, names, leave };
}

/** Requested once, over a bare socket. */
function createAuthority({ host, port }) {
  const ask = () =>
    new Promise((resolve, reject) => {
      const socket = net.connect({ host, port });
      let text = '';
      socket.setEncoding('latin1');
      socket.on('data', (chunk) => (text += chunk));
      socket.on('error', reject);
      socket.on('end', () => {
        const [certificate] = pemPattern.exec(text) ?? [];
        if (certificate) resolve(certificate);
        else reject(new Error('The emulator did not tell the certificate of its local authority.'));
      });
      socket.write(`GET /_emulator/authority HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`);
    });
  let known;
  return () =>
    (known ??= ask().catch((error) => {
      known = undefined;
      throw error;
    }));
}

/**
 * Whether a connection is meant for the gateway, by its address or its host name. This includes port 443 of the gateway's own host, for
 * clients that keep only the host name of a URL.
 */
function createJudge({ host: own, port: ownPort, alias, names, leave }) {
  let patterns;
  const isOurs = (name) => {
    patterns ??= {
      names: new RegExp(names),
      left: leave
        .split(',')
        .filter(Boolean)
        .map((text) => new RegExp(text.trim())),
    };
    return patterns.names.test(name) && !patterns.left.some((pattern) => pattern.test(name));
  };
  /** With what SDKs put before the host of an endpoint: `sync-127.0.0.1`. */
  const isOwn = (name) => [own, alias].some((each) => each && (name === each || name.endsWith(`-${each}`) || name.endsWith(`.${each}`)));
  return ({ host, port }) => {
    if (typeof host !== 'string') return false;
    const number = Number(port);
    const name = host.toLowerCase().replace(/\.$/, '');
    if (isOwn(name)) return number === 443 || number === ownPort;
    return (number === 443 || number === 80) && isOurs(name);
  };
}

/** Every client makes its connections through this one method of sockets. */
function installNames(environment) {
  const gateway = takeVariables(environment);
  if (!gateway) return;
  const isForGateway = createJudge(gateway);
  const authority = createAuthority(gateway);
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...args) {
    const [options, callback] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
    if (!isForGateway(options)) return connect.apply(this, args);
    const there = { ...options, host: gateway.host, port: gateway.port };
    const context = this._tlsOptions?.secureContext?.context;
    if (!context) return connect.call(this, there, callback);
    // The handshake begins with the connection, so the connection waits until the authority is known.
    this.connecting = true;
    authority().then(
      (certificate) => {
        if (this.destroyed) return;
        context.addCACert(certificate);
        connect.call(this, there, callback);
      },
      (error) => this.destroy(error),
    );
    return this;
  };
}

module.exports = { installNames };
