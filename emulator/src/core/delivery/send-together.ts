// Sends deliveries to one target together, so that a slow endpoint holds them up for one time limit and not for one each.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Delivery } from './delivery.ts';
import type { Target } from './target.ts';

/** `Target.sendAll` of a target whose deliveries do not depend on each other. */
export const sendTogether =
  (send: Target['send']) =>
  (deliveries: readonly Delivery[], ctx: Ctx): Promise<readonly (Fault | undefined)[]> =>
    Promise.all(
      deliveries.map((delivery) =>
        send(delivery, ctx).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof Fault) return error;
            throw error;
          },
        ),
      ),
    );
