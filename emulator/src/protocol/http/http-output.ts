// HTTP bindings of responses: writes output members to headers and status, and tells which members are left for the body.
import type { Member, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { httpDate, textWriter } from '#protocol/scalars';

type Plain = Readonly<Record<string, unknown>>;
type WriteHeaders = (output: Plain, headers: Record<string, string>) => void;
type WriteMember = (value: unknown, headers: Record<string, string>) => void;

export interface OutputBinding {
  headers: WriteHeaders;
  status(output: Plain, usual: number): number;
  payload: Member | undefined;
  bodyMembers: Member[];
}

/** Header values are Latin-1 without line breaks; other text becomes RFC 2047 words, as S3 does with metadata. */
function headerText(text: string): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

function headerWriter(ir: ServiceIR, ref: Ref): (value: unknown) => string {
  if (typeof ref !== 'number') return textWriter(ref, httpDate);
  const shape = ir.shapes[ref]!;
  if (shape.kind !== 'list') return String;
  const write = headerWriter(ir, shape.item);
  return (value) => Array.from(value as Iterable<unknown>, (item) => quoted(write(item))).join(', ');
}

const quoted = (text: string): string => (/[",]/.test(text) && !/GMT$/.test(text) ? `"${text.replace(/(["\\])/g, '\\$1')}"` : text);

/** Numbers and times need no look at their characters. */
const isAscii = (ref: Ref): boolean =>
  typeof ref !== 'number' && ['number', 'boolean', 'timestamp', 'date-time', 'http-date', 'epoch-seconds'].includes(ref);

function bindHeader(ir: ServiceIR, [, ref, traits]: Member): WriteMember {
  if (traits?.prefixHeaders !== undefined) {
    const prefix = traits.prefixHeaders;
    return (value, headers) => {
      for (const [key, each] of Object.entries(value as Plain)) headers[`${prefix}${key}`] = headerText(String(each));
    };
  }
  const key = traits!.header!.toLowerCase();
  const write = headerWriter(ir, ref);
  if (isAscii(ref))
    return (value, headers) => {
      headers[key] = write(value);
    };
  return (value, headers) => {
    if (value !== '') headers[key] = headerText(write(value));
  };
}

export function compileOutput(ir: ServiceIR, index: number | null): OutputBinding {
  const members = index === null ? [] : (ir.shapes[index] as StructureShape).members;
  const inHeader = (member: Member): boolean => member[2]?.header !== undefined || member[2]?.prefixHeaders !== undefined;
  const writers = new Map(members.filter(inHeader).map((member) => [member[0], bindHeader(ir, member)]));
  const statusMember = members.find(([, , traits]) => traits?.statusCode)?.[0];
  return {
    headers: (output, headers) => {
      if (writers.size === 0) return;
      // By the members of the answer, which has few of the members that it may have
      for (const name in output) {
        const value = output[name];
        if (value !== undefined && value !== null) writers.get(name)?.(value, headers);
      }
    },
    status: (output, usual) => (statusMember === undefined ? usual : ((output[statusMember] as number | undefined) ?? usual)),
    payload: members.find(([, , traits]) => traits?.payload),
    bodyMembers: members.filter((member) => !inHeader(member) && !member[2]?.payload && !member[2]?.statusCode),
  };
}
