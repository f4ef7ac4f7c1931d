// Ids of callbacks: they name the execution and the operation. Everybody who has one may answer it.
import type { Ctx } from '#core/ctx';
import { invalidParameter } from '#services/lambda/faults';

export interface CallbackRef {
  readonly id: string;
  readonly operationId: string;
}

export const newCallbackId = (id: string, operationId: string, ctx: Ctx): string =>
  Buffer.from(JSON.stringify([id, operationId, ctx.random(16)])).toString('base64');

/** @throws Fault InvalidParameterValueException */
export function readCallbackId(text: string): CallbackRef {
  try {
    const [id, operationId]: unknown[] = JSON.parse(Buffer.from(text, 'base64').toString());
    if (typeof id === 'string' && typeof operationId === 'string') return { id, operationId };
  } catch {
    // Not one of ours.
  }
  throw invalidParameter('Invalid callback id');
}
