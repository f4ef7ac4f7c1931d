// The file of an import: a header, and a line for each user. Pure.
// https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-using-import-tool.html
import type { Frozen } from '#core/records';
import type { Pool } from '#services/cognito-idp/state';

/** Limit: characters of a line of a file with users. */
export const MAX_LINE = 16_000;

/** The columns, in the order of the schema. */
export function headerOf({ schema }: Pick<Frozen<Pool>, 'schema'>): string[] {
  const names = schema.map(({ Name = '' }) => Name).filter((name) => name !== 'sub' && name !== 'identities');
  return [...names, 'cognito:mfa_enabled', 'cognito:username'];
}

/** The values of a line: those with a comma or a quotation mark stand in quotation marks, which are doubled within. Undefined for a line with a loose one. */
export function valuesIn(line: string): string[] | undefined {
  const values: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line[at] !== '"') {
      const end = line.indexOf(',', at);
      const value = line.slice(at, end === -1 ? undefined : end).trim();
      if (value.includes('"')) return undefined;
      values.push(value);
      if (end === -1) return values;
      at = end + 1;
      continue;
    }
    let end = line.indexOf('"', at + 1);
    while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    if (end === -1 || (end + 1 < line.length && line[end + 1] !== ',')) return undefined;
    values.push(line.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 >= line.length) return values;
    at = end + 2;
  }
  return values;
}
