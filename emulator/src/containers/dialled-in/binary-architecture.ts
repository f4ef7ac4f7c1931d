// The architecture for which a program was built, by the first bytes of its file.

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentSpec } from '#containers/container-runtime';

/** From an ELF header's `e_machine`; undefined for scripts and for other architectures. */
export function architectureOf(bytes: Uint8Array): 'x86_64' | 'arm64' | undefined {
  const isElf = bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
  if (!isElf || bytes.length < 20) return undefined;
  const machine = bytes[18]! | (bytes[19]! << 8);
  return machine === 0x3e ? 'x86_64' : machine === 0xb7 ? 'arm64' : undefined;
}

/** A sentence with both architectures, when the function's own bootstrap cannot run on the function's architecture. */
export async function architectureConflict({ function: fn, code }: EnvironmentSpec): Promise<string | undefined> {
  if (fn.packageType !== 'Zip' || !/^provided(\.|$)/.test(fn.runtime ?? '')) return undefined;
  const built = architectureOf(await firstBytes(join(code.localDir, 'bootstrap')));
  if (built === undefined || built === fn.architecture) return undefined;
  return `The function's bootstrap was built for ${built}, but the function's architecture is ${fn.architecture}.`;
}

async function firstBytes(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return new Uint8Array();
  }
}
