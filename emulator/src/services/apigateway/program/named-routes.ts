// The routes of a stage, named where none of them takes a request. Pure.

/** Routes that are named. */
const MAX_NAMED = 10;

export const namedRoutes = (keys: readonly string[]): string =>
  keys.slice(0, MAX_NAMED).join(', ') + (keys.length > MAX_NAMED ? ', …' : '') || 'none';
