// Finds the process that holds a connection: the kernel's table of connections names the socket, and the process has it open.

import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { endianness } from 'node:os';

/** Tables, and the prefix of IPv4 addresses in each. */
const tables = [
  ['/proc/net/tcp', ''],
  ['/proc/net/tcp6', endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF'],
].filter(([table]) => existsSync(table));

const hexOf = (number, digits) => number.toString(16).toUpperCase().padStart(digits, '0');

function addressOf(ip, port) {
  const bytes = ip.split('.').map(Number);
  if (endianness() === 'LE') bytes.reverse();
  return `${bytes.map((byte) => hexOf(byte, 2)).join('')}:${hexOf(port, 4)}`;
}

const ipv4 = (address) => address.replace(/^::ffff:/, '');

/** The number of the client's socket. */
function clientSocket({ remoteAddress, remotePort, localPort }) {
  const ip = ipv4(remoteAddress);
  for (const [table, prefix] of tables) {
    const ends = ` ${prefix}${addressOf(ip, remotePort)} ${prefix}${addressOf('127.0.0.1', localPort)} `;
    const text = readFileSync(table, 'latin1');
    const at = text.indexOf(ends);
    if (at >= 0) return text.slice(at, text.indexOf('\n', at)).trim().split(/ +/)[8];
  }
  return undefined;
}

function holds(pid, socket) {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === socket;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Whether one of these processes holds the other end. Where the kernel has no such table, every process is admitted. */
export function isHeldBy(connection, pids) {
  if (tables.length === 0) return true;
  const number = clientSocket(connection);
  return number !== undefined && number !== '0' && pids.some((pid) => holds(pid, `socket:[${number}]`));
}
