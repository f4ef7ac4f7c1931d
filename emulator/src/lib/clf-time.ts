// Times in the Common Log Format, as access logs and events of HTTP requests show them. Pure.

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const two = (count: number): string => (count < 10 ? `0${count}` : String(count));

/** `12/Mar/2026:19:03:58 +0000` */
export function clfTime(ms: number): string {
  const at = new Date(ms);
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${time} +0000`;
}
