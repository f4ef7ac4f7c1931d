// Functions over IP addresses. Pure.
import { isIP } from 'node:net';
import { textOf } from './values.ts';

/** The 4 or 16 bytes of an address; undefined for other text. */
function bytesOf(text: string): readonly number[] | undefined {
  const version = isIP(text);
  if (version === 4) return text.split('.').map(Number);
  if (version === 0) return undefined;
  const [head = '', tail] = text.replace(/%.*$/, '').split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<number>(tail === undefined ? 0 : Math.max(0, 16 - before.length - after.length)).fill(0);
  return [...before, ...zeros, ...after];
}

/** Groups of a part of an IPv6 address, which may end with an IPv4 address. */
const groupsOf = (part: string): number[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => {
        if (group.includes('.')) return group.split('.').map(Number);
        const value = Number.parseInt(group, 16);
        return [value >> 8, value & 255];
      });

function isInSubnet(address: unknown, subnet: unknown, length: 4 | 16 | undefined): boolean {
  const [base = '', bits = ''] = textOf(subnet).split('/');
  const [bytes, network, width] = [bytesOf(textOf(address)), bytesOf(base), Number(bits)];
  if (!bytes || bytes.length !== network?.length || (length !== undefined && bytes.length !== length)) return false;
  if (!/^\d+$/.test(bits) || width > bytes.length * 8) return false;
  return bytes.every((byte, at) => {
    const mask = (0xff00 >> Math.max(0, Math.min(8, width - at * 8))) & 0xff;
    return (byte & mask) === (network[at]! & mask);
  });
}

export const isValidIp = (value: unknown): boolean => isIP(textOf(value)) !== 0;
export const isValidIpV4 = (value: unknown): boolean => isIP(textOf(value)) === 4;
export const isValidIpV6 = (value: unknown): boolean => isIP(textOf(value)) === 6;
export const isIpInSubnet = (address: unknown, subnet: unknown): boolean => isInSubnet(address, subnet, undefined);
export const isIpv4InSubnet = (address: unknown, subnet: unknown): boolean => isInSubnet(address, subnet, 4);
export const isIpv6InSubnet = (address: unknown, subnet: unknown): boolean => isInSubnet(address, subnet, 16);
