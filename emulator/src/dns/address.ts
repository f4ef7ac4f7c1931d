// Chooses the address that a client's DNS answer contains: one at which the gateway answers that client.
import { BlockList, isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { TYPE_A, TYPE_AAAA } from './message.ts';

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** `asker`: the address that the question came from. `gatewayHost`: the address that the gateway listens on. */
export function addressFor(asker: string, gatewayHost: string, interfaces = networkInterfaces()): string {
  if (!isWildcard(gatewayHost)) return isIP(gatewayHost) ? gatewayHost : '127.0.0.1';
  const from = asker.replace(/^::ffff:/, '');
  if (isLoopback(from)) return '127.0.0.1';
  const outer = Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter((info) => info.family === 'IPv4' && !info.internal);
  return (outer.find((info) => near(info, from)) ?? outer[0])?.address ?? '127.0.0.1';
}

function near({ cidr }: NetworkInterfaceInfo, asker: string): boolean {
  const [network = '', bits] = cidr?.split('/') ?? [];
  if (isIP(asker) !== 4 || bits === undefined) return false;
  const subnet = new BlockList();
  subnet.addSubnet(network, Number(bits), 'ipv4');
  return subnet.check(asker, 'ipv4');
}

/** The address as data of a record of that type; empty where it is of the other family. */
export function recordOf(address: string, type: number): Buffer[] {
  if (type === TYPE_A && isIP(address) === 4) return [Buffer.from(address.split('.').map(Number))];
  if (type === TYPE_AAAA && isIP(address) === 6) return [ipv6(address)];
  return [];
}

function ipv6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
