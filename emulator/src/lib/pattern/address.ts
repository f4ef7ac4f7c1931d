// IP addresses and address blocks as event patterns understand them (more lenient than the standards: `10.00.0.1` is an address).

/** A version 4 address is one number, a version 6 address eight 16-bit groups. */
export type Address = { readonly version: 4; readonly value: number } | { readonly version: 6; readonly groups: Uint16Array };

const V4_SHAPE = /^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$/;
const V6_SHAPE = /^[0-9a-fA-F:]*:[0-9a-fA-F:]*$/;
const V6_GROUP = /^[0-9a-fA-F]{1,4}$/;
const V4_MAX_LENGTH = 15;

export const fullBits = (address: Address): number => (address.version === 4 ? 32 : 128);

/** Whether a text that is not an address was meant to be one: the service refuses the two in different words. */
const looksLikeAddress = (text: string): boolean => V4_SHAPE.test(text) || V6_SHAPE.test(text);

export function parseAddress(text: string): Address | undefined {
  if (V4_SHAPE.test(text)) return parseV4(text);
  if (!V6_SHAPE.test(text)) return undefined;
  const groups = parseGroups(text);
  if (!groups) return undefined;
  const mapped = groups[5] === 0xffff && groups.subarray(0, 5).every((group) => group === 0);
  return mapped ? { version: 4, value: groups[6]! * 65536 + groups[7]! } : { version: 6, groups };
}

function parseV4(text: string): Address | undefined {
  if (text.length > V4_MAX_LENGTH) return undefined;
  const parts = text.split('.').map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return { version: 4, value: parts.reduce((value, part) => value * 256 + part, 0) };
}

function parseGroups(text: string): Uint16Array | undefined {
  const gap = text.indexOf('::');
  if (gap !== text.lastIndexOf('::')) return undefined;
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const head = gap < 0 ? text.split(':') : split(text.slice(0, gap));
  const tail = gap < 0 ? [] : split(text.slice(gap + 2));
  const count = head.length + tail.length;
  if (gap < 0 ? count !== 8 : count > 7) return undefined;
  if (![...head, ...tail].every((group) => V6_GROUP.test(group))) return undefined;
  const groups = new Uint16Array(8);
  head.forEach((group, i) => {
    groups[i] = Number.parseInt(group, 16);
  });
  tail.forEach((group, i) => {
    groups[8 - tail.length + i] = Number.parseInt(group, 16);
  });
  return groups;
}

/** The block of `bits` leading bits that holds the address, as a key: addresses in the same block have equal keys. */
export function blockKey(address: Address, bits: number): string {
  if (address.version === 4) return `4/${bits}/${Math.floor(address.value / 2 ** (32 - bits))}`;
  let key = `6/${bits}`;
  for (let group = 0, left = bits; left > 0; group++, left -= 16) key += `:${address.groups[group]! >> Math.max(0, 16 - left)}`;
  return key;
}

export function inBlock(address: Address, block: Address, bits: number): boolean {
  return address.version === block.version && blockKey(address, bits) === blockKey(block, bits);
}

/** Reads `address/bits`; passes the reason to `refuse` where it is malformed. */
export function parseBlock(text: string, refuse: (reason: string) => never): { address: Address; bits: number } {
  const parts = text.replace(/\/+$/, '').split('/');
  const [host = '', mask = ''] = parts;
  if (parts.length !== 2) refuse("Malformed CIDR, one '/' required");
  if (!/^[+-]?\d{1,9}$/.test(mask)) refuse('Malformed CIDR, mask bits must be an integer');
  const bits = Number(mask);
  if (bits < 0) refuse('Malformed CIDR, mask bits must not be negative');
  const address = parseAddress(host);
  if (!address) return refuse(`${looksLikeAddress(host) ? 'Invalid' : 'Nonstandard'} IP address: ${host}`);
  if (bits >= fullBits(address)) refuse(`IPv${address.version} mask bits must be < ${fullBits(address)}`);
  return { address, bits: bits + 0 };
}
