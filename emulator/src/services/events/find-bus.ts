// Finds the record of a bus by its name or ARN. Without either it is the default bus, which exists without being created.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type BusScope, DEFAULT_BUS, isHere, parseBusArn } from './arns.ts';
import { noSuchBus } from './faults.ts';
import { type Bus, buses } from './state.ts';

const DEFAULT: Bus = { name: DEFAULT_BUS, tags: [] };

/** The bus with this name in this account and region. */
export const busNamed = (name: string, ctx: Ctx): Frozen<Bus> | undefined =>
  ctx.records(buses).get([name]) ?? (name === DEFAULT_BUS ? DEFAULT : undefined);

/** Account, region and name of the bus that a name or an ARN refers to. A name refers to the account and region of the call. */
export function busPlace(nameOrArn: string | undefined, ctx: Ctx): BusScope {
  const { account, region } = ctx;
  if (nameOrArn === undefined) return { account, region, bus: DEFAULT_BUS };
  return parseBusArn(nameOrArn) ?? { account, region, bus: nameOrArn };
}

/** The bus, which must be in this account and region. @throws ResourceNotFoundException */
export function findBus(nameOrArn: string | undefined, ctx: Ctx): Frozen<Bus> {
  const place = busPlace(nameOrArn, ctx);
  const bus = isHere(place, ctx) ? busNamed(place.bus, ctx) : undefined;
  if (!bus) throw noSuchBus(place.bus);
  return bus;
}
