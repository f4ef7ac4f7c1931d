// The call that sending is, on behalf of the service that caused it.
import type { Call } from '#core/call';
import type { Kernel } from '#core/kernel';
import type { Destination } from '#core/outbox';

/** From where something is sent, and its trace. */
export interface Sender {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly trace: string;
}

export function sending(kernel: Kernel, { id, account, region, trace }: Sender, { as }: Pick<Destination, 'as'>): Call {
  const principal = { kind: 'service', service: as.service, account: as.sourceAccount ?? account, sourceArn: as.sourceArn } as const;
  return {
    service: 'delivery',
    operation: 'send',
    input: {},
    account,
    region,
    principal,
    requestId: id,
    trace: { id: trace, depth: 1 },
    origin: kernel.origin(),
    signal: kernel.stopping,
  };
}
