// Records of code signing configurations and of the functions that use each.
import type { Ctx } from '#core/ctx';
import { collection, type Tx } from '#core/records';

export interface SigningRecord {
  readonly id: string;
  readonly description: string;
  readonly publishers: readonly string[];
  readonly untrusted: 'Warn' | 'Enforce';
  readonly tags: Readonly<Record<string, string>>;
  readonly modifiedMs: number;
}

export const signingConfigs = collection<[id: string], SigningRecord>('lambda.signing-configs');
/** Indexed in both directions, so that neither question has to walk all functions. */
export const signingOfFunction = collection<[name: string], { readonly id: string }>('lambda.signing-of-function');
export const functionsBySigning = collection<[id: string, name: string], { readonly name: string }>('lambda.functions-by-signing');

export function setSigning(tx: Tx, name: string, id: string | undefined, ctx: Ctx): void {
  const before = ctx.records(signingOfFunction).get([name])?.id;
  if (before !== undefined) tx.delete(ctx.records(functionsBySigning), [before, name]);
  if (id === undefined) {
    tx.delete(ctx.records(signingOfFunction), [name]);
    return;
  }
  tx.put(ctx.records(signingOfFunction), [name], { id });
  tx.put(ctx.records(functionsBySigning), [id, name], { name });
}
