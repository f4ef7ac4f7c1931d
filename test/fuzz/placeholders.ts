// Placeholders in generated inputs: `durable-run.ts` puts in what only a run knows.

export const PLACEHOLDERS = { arn: 'DURABLEARN', token: 'DURABLETOKEN', callback: 'DURABLECALLBACK' } as const;

export const DURABLE_FUNCTION = 'durable';
