// The part of `bun:ffi` that kernel.ts uses: bun, which compiles this program, brings no types.

declare module 'bun:ffi' {
  type Word = 'i32' | 'u64' | 'ptr';
  export function dlopen(
    library: string,
    functions: Readonly<Record<string, { readonly args: readonly Word[]; readonly returns: Word }>>,
  ): { readonly symbols: Readonly<Record<string, (...values: readonly (number | bigint | null)[]) => number>> };
  /** The address of its first byte. */
  export function ptr(bytes: Uint8Array): number;
}
