// Addresses in outputs: names of the cloud's hosts, with the address at which this emulator answers for them.

interface AddressForm {
  /** Matches the host, `abc.lambda-url.us-east-1.on.aws`. */
  readonly host: RegExp;
  readonly local: (url: string, name: string, path: string) => string;
}

const FORMS: readonly AddressForm[] = [
  // Names below localhost do not resolve everywhere.
  { host: /^(?<name>[^.]+)\.lambda-url\.[^.]+\.(?:on\.aws|localhost)$/, local: (url, name, path) => `${url}/_function-url/${name}${path}` },
  {
    host: /^(?<name>[^.]+)\.execute-api\.(?:[^.]+\.amazonaws\.com|localhost)$/,
    local: (url, name, path) => `${url}/_execute-api/${name}${path}`,
  },
  { host: /^(?<name>.+)\.s3(?:[.-][^.]+)?\.amazonaws\.com$/, local: (url, name, path) => `${url}/${name}${path}` },
  { host: /^s3(?:[.-][^.]+)?\.amazonaws\.com$/, local: (url, _, path) => `${url}${path}` },
  { host: /^(?:sqs|queue)\.(?:[^.]+\.)?amazonaws\.com$/, local: (url, _, path) => `${url}${path}` },
];

/** Undefined if the value is no URL, or already a local one. */
export function localAddress(value: string, url: string): string | undefined {
  if (!/^(?:http|ws)s?:\/\/\S+$/.test(value) || !URL.canParse(value)) return undefined;
  const { protocol, hostname, pathname, search } = new URL(value);
  const base = protocol.startsWith('ws') ? url.replace(/^http/, 'ws') : url;
  for (const { host, local } of FORMS) {
    const match = host.exec(hostname);
    if (match) return local(base, match.groups?.['name'] ?? '', `${pathname}${search}`);
  }
  return undefined;
}
