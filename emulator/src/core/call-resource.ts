// Finds the name of a call's resource in its input, for log lines: manifests say which members hold it.

/**
 * A member of inputs that names the resource, or begins a list of names: `QueueUrl`; two that do so together: `['Bucket', 'Key']`; or the member of the first element of
 * a list, with the name that its absence stands for: `{ list: 'Entries', member: 'EventBusName', absent: 'default' }`; or the first key of a map: `{ firstKeyOf: 'RequestItems' }`;
 * or the member of a structure: `{ structure: 'TableCreationParameters', member: 'TableName' }`.
 */
export type ResourceMember =
  | string
  | readonly [string, string]
  | { readonly firstKeyOf: string }
  | { readonly structure: string; readonly member: string }
  | { readonly list: string; readonly member: string; readonly absent: string };

const MAX_CHARACTERS = 100;

/** The first member that the input has, as it is there: a name, an ARN or a URL. */
export function resourceIn(input: object, members: readonly ResourceMember[]): string | undefined {
  const values = input as Readonly<Record<string, unknown>>;
  for (const member of members) {
    const value = typeof member === 'string' ? values[member] : memberIn(member, values);
    const found: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof found === 'string' && found !== '') return found;
  }
  return undefined;
}

function memberIn(member: Exclude<ResourceMember, string>, values: Readonly<Record<string, unknown>>): unknown {
  if ('firstKeyOf' in member) {
    const map = values[member.firstKeyOf];
    return typeof map === 'object' && map !== null ? Object.keys(map)[0] : undefined;
  }
  if ('structure' in member) return (values[member.structure] as Readonly<Record<string, unknown>> | undefined)?.[member.member];
  if ('list' in member) {
    const list = values[member.list];
    if (!Array.isArray(list)) return undefined;
    return (list[0] as Readonly<Record<string, unknown>> | undefined)?.[member.member] ?? member.absent;
  }
  const [first, second] = member;
  const rest = values[second];
  return typeof rest === 'string' && values[first] !== undefined ? `${String(values[first])}/${rest}` : values[first];
}

/** An ARN without what all resources of its account share, the last part of a URL, else the name itself. */
export function shortName(text: string): string {
  const [, afterArn] = /^arn:(?:[^:]*:){4}(.+)$/s.exec(text) ?? [];
  const short = afterArn ?? (/^https?:\/\//.test(text) ? text.slice(text.lastIndexOf('/') + 1) : text);
  const line = short.replace(/\s+/g, ' ');
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

/** Whether the text, or its last part behind `/`, `:` or a space, is the name. */
export const isNamed = (text: string | undefined, name: string): boolean =>
  text !== undefined && (text === name || (text.endsWith(name) && /[/: ]/.test(text.charAt(text.length - name.length - 1))));
