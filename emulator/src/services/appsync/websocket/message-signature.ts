// Signatures that stand in messages of a WebSocket: nothing here verifies them, so that they let nobody in where signatures must be good.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';

/** @throws Fault where SIGNATURES is `verify` */
export async function acceptMessageSignature({ options }: Pick<Ctx, 'options'>): Promise<void> {
  if (options.SIGNATURES === 'verify')
    throw new Fault(
      'UnauthorizedException',
      'Signatures of subscriptions cannot be verified here, and SIGNATURES is verify: subscribe with an API key or a token, or set SIGNATURES=warn.',
    );
}
