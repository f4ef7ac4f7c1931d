// `Fn::Cidr`: divides a block of addresses into smaller ones.
import { TemplateProblem } from './problem.ts';

/** `bits` is the number of host bits of each small block. */
export function cidrBlocks(block: string, count: number, bits = 8): string[] {
  const [address = '', prefixText = ''] = block.split('/');
  const wide = address.includes(':');
  const width = wide ? 128 : 32;
  const prefix = Number(prefixText);
  const base = wide ? readWide(address) : readNarrow(address);
  const ok =
    base !== undefined && Number.isInteger(prefix) && prefixText !== '' && prefix <= width && count >= 1 && count <= 256 && bits >= 1;
  const size = 1n << BigInt(Math.max(bits, 0) || 0);
  if (!ok || bits > width - prefix || size * BigInt(count) > 1n << BigInt(width - prefix))
    throw new TemplateProblem(`Template error: Fn::Cidr cannot make ${count} blocks of ${bits} bits out of ${block}`);
  const start = (base >> BigInt(width - prefix)) << BigInt(width - prefix);
  return Array.from({ length: count }, (_, index) => {
    const at = start + size * BigInt(index);
    return `${wide ? writeWide(at) : writeNarrow(at)}/${width - bits}`;
  });
}

function readNarrow(text: string): bigint | undefined {
  const parts = text.split('.').map(Number);
  if (parts.length !== 4 || !parts.every((part) => Number.isInteger(part) && part >= 0 && part < 256)) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}
const writeNarrow = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');

function readWide(text: string): bigint | undefined {
  const [head = '', tail] = text.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const all = tail === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  if (all.length !== 8 || !all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}
function writeWide(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  return groups.join(':').replace(/(^|:)0(:0)+(:|$)/, '::');
}
