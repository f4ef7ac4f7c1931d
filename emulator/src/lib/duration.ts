// Spans of time as people write them: `90s`, `5m`, `1h30m`, `2d`, `250ms`.

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds. @throws RangeError naming the text */
export function durationMs(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.trim())
    throw new RangeError(`"${text}" is no duration: write 250ms, 90s, 5m, 1h30m or 2d`);
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS], 0);
}
