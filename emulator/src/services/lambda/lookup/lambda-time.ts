// Times in the form of the function service.

/** `2026-01-31T12:00:00.000+0000` */
export const lambdaTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+0000');
