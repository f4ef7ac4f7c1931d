// The X.509 extension that limits the names of an authority (RFC 5280, 4.2.1.10): clients refuse its certificates for other names.

import { isIP } from 'node:net';

export const NAME_CONSTRAINTS = '2.5.29.30';

const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const long = body.length > 0xff ? [0x82, body.length >> 8, body.length & 0xff] : [0x81, body.length];
  return Buffer.concat([Buffer.from([tag, ...(body.length < 0x80 ? [body.length] : long)]), body]);
}

/** An address followed by the mask of its network, in network byte order. */
function network(address: string, bits: number): Buffer {
  const bytes = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const mask = bytes.map((_, at) => 0xff & ~(0xff >> Math.max(0, Math.min(8, bits - at * 8))));
  return Buffer.concat([bytes, mask]);
}

/** `::` stands for all missing zeros. */
function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::').map((part) => part.split(':').filter(Boolean).join(':'));
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

/**
 * The extension's value in DER.
 * @param names each name includes all names below it; an address stands alone or as `address/bits`
 */
export function nameConstraints(names: readonly string[]): Buffer {
  const subtrees = names.map((name) => {
    const [address = '', bits] = name.split('/');
    const family = isIP(address);
    const base =
      family === 0 ? tagged(DNS_NAME, Buffer.from(name)) : tagged(IP_ADDRESS, network(address, Number(bits ?? (family === 4 ? 32 : 128))));
    return tagged(SEQUENCE, base);
  });
  return tagged(SEQUENCE, tagged(PERMITTED_SUBTREES, ...subtrees));
}
