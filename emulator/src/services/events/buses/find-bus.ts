// From what clients call a bus to its record: a name, an ARN, or nothing for the default bus, which is there without being created.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type BusScope, DEFAULT_BUS, isHere, parseBusArn } from '#services/events/arns';
import { noSuchBus } from '#services/events/faults';
import { type Bus, buses } from '#services/events/state';

const DEFAULT: Bus = { name: DEFAULT_BUS, tags: [] };

/** A bus of this account and region by its plain name. */
export const busNamed = (name: string, ctx: Ctx): Frozen<Bus> | undefined =>
  ctx.records(buses).get([name]) ?? (name === DEFAULT_BUS ? DEFAULT : undefined);

/** Where a name or an ARN points to; names are of the call's own account and region. */
export function busPlace(nameOrArn: string | undefined, ctx: Ctx): BusScope {
  const { account, region } = ctx;
  if (nameOrArn === undefined) return { account, region, bus: DEFAULT_BUS };
  return parseBusArn(nameOrArn) ?? { account, region, bus: nameOrArn };
}

/** The bus of this account and region. @throws ResourceNotFoundException */
export function findBus(nameOrArn: string | undefined, ctx: Ctx): Frozen<Bus> {
  const place = busPlace(nameOrArn, ctx);
  const bus = isHere(place, ctx) ? busNamed(place.bus, ctx) : undefined;
  if (!bus) throw noSuchBus(place.bus);
  return bus;
}
