// Times in the Common Log Format, as access logs and events of HTTP requests show them. Pure.

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `12/Mar/2026:19:03:58 +0000` */
export function clfTime(ms: number): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(new Date(ms).toISOString())!;
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
}
