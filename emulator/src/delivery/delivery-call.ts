// The call that an attempt at a delivery makes, on behalf of the service or in the role that sends.
import type { Call } from '#core/call';
import type { DeliveryPrincipal, Destination } from '#core/delivery/destination';
import type { Kernel } from '#core/kernel';
import type { Principal } from '#core/principal';
import { parseArn } from '#lib/arn';

/** Where the delivery was caused, and its trace. */
interface DeliveryOrigin {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly trace: string;
}

export const deliveryCall = (kernel: Kernel, { id, account, region, trace }: DeliveryOrigin, { as }: Pick<Destination, 'as'>): Call => ({
  service: 'delivery',
  operation: 'send',
  input: {},
  account,
  region,
  principal: principalOf(as, account),
  requestId: id,
  trace: { id: trace, depth: 1 },
  origin: kernel.origin(),
  signal: kernel.stopping,
});

const principalOf = (as: DeliveryPrincipal, account: string): Principal =>
  'role' in as
    ? { kind: 'key', account: parseArn(as.role)?.account ?? account, accessKeyId: undefined }
    : { kind: 'service', service: as.service, account: as.sourceAccount ?? account, sourceArn: as.sourceArn };
