// Time and randomness of a context, as the language takes them.
import type { Ctx } from '#core/ctx';
import type { Chance } from '#services/states/language/chance';

const RANDOM_RANGE = 2 ** 32;

export const chanceOf = (ctx: Ctx): Chance => ({
  nowMs: ctx.now(),
  random: () => Number.parseInt(ctx.random(8), 16) / RANDOM_RANGE,
  uuid: () => ctx.id(),
});
