// Scenarios that take minutes: `npm test` leaves them out, `.ci/run` asks for them.

/** Undefined where `LONG_SCENARIOS=1` asks for them. */
export const whyNoLongScenario = (): string | undefined =>
  process.env['LONG_SCENARIOS'] ? undefined : 'runs where LONG_SCENARIOS=1 asks for it, as .ci/run does: it takes minutes';
