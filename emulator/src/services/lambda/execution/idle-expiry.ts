// Ends environments that have been idle for too long.
import { Expiry, type ExpiryOptions } from './expiry.ts';
import { type Fleet, type Slot, spare } from './fleet.ts';

export interface IdleExpiryOptions extends Pick<ExpiryOptions, 'now' | 'wait' | 'stopping'> {
  readonly fleets: () => Iterable<Fleet>;
  readonly keepAliveMs: number;
  readonly end: (slot: Slot) => void;
}

/** Its `look` is called when an environment may have become idle. */
export function idleExpiry({ fleets, keepAliveMs, end, now, wait, stopping }: IdleExpiryOptions): Expiry {
  const firstMs = (): number | undefined => {
    const oldest = [...fleets()].filter((fleet) => spare(fleet) > 0).map(({ idle }) => idle[0]!.idleSinceMs);
    return oldest.length === 0 ? undefined : Math.min(...oldest) + keepAliveMs;
  };
  const expire = (): void => {
    const expiredMs = now() - keepAliveMs;
    for (const fleet of fleets()) {
      const { idle } = fleet;
      for (let most = spare(fleet); most > 0 && idle[0] && idle[0].idleSinceMs <= expiredMs; most--) end(idle.shift()!);
    }
  };
  return new Expiry({ now, wait, stopping, firstMs, expire });
}
