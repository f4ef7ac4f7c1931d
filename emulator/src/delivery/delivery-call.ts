// The call behind one attempt at a delivery, on behalf of the sending service or in its role.
import type { Call } from '#core/call';
import type { Destination } from '#core/delivery/destination';
import type { Kernel } from '#core/kernel';
import { actingPrincipal } from '#core/principal';
import { serviceCall } from '#core/service-call';

/** Where the delivery was caused, and its trace. */
interface DeliveryOrigin {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly trace: string;
}

export const deliveryCall = (kernel: Kernel, { id, account, region, trace }: DeliveryOrigin, { as }: Pick<Destination, 'as'>): Call =>
  serviceCall(kernel, {
    service: 'delivery',
    operation: 'send',
    account,
    region,
    principal: actingPrincipal(as, account),
    isActing: true,
    requestId: id,
    trace: { id: trace, depth: 1 },
  });
