// Dates as policies write them: ISO 8601 in any of its lengths, or seconds since 1970.

const ISO = /^(\d{4})-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?$/i;

/** Milliseconds since 1970, undefined where it is no date. */
export function parseMoment(text: string): number | undefined {
  if (/^\d{1,15}(\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  const [matched, year, month, day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const milliseconds = Math.floor(Number(`0${fraction}`) * 1000);
  const utc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`).getTime();
  return Number.isNaN(utc) ? undefined : utc + milliseconds - offsetMs(zone);
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
