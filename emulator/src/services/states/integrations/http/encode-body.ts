// Bodies of requests as form data: https://docs.aws.amazon.com/step-functions/latest/dg/call-https-apis.html#url-encode-request-body
import { isList, isObject, type Json } from '#services/states/language/json';

export const ARRAY_FORMATS = ['INDICES', 'REPEAT', 'COMMAS', 'BRACKETS'] as const;
export type ArrayFormat = (typeof ARRAY_FORMATS)[number];

/** Members of members are named `a[b]`. */
export function formData(body: Json, format: ArrayFormat): string {
  if (!isObject(body)) return isList(body) ? pairsOf('', body, format).join('&') : encodeURIComponent(textOf(body));
  return Object.entries(body)
    .flatMap(([name, value]) => pairsOf(name, value, format))
    .join('&');
}

function pairsOf(name: string, value: Json, format: ArrayFormat): string[] {
  if (isObject(value)) return Object.entries(value).flatMap(([member, inner]) => pairsOf(`${name}[${member}]`, inner, format));
  if (!isList(value)) return [`${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`];
  if (format === 'COMMAS') return [`${encodeURIComponent(name)}=${encodeURIComponent(value.map(textOf).join(','))}`];
  return value.flatMap((element, index) => pairsOf(elementName(name, index, format), element, format));
}

function elementName(name: string, index: number, format: ArrayFormat): string {
  if (format === 'REPEAT') return name;
  return format === 'BRACKETS' ? `${name}[]` : `${name}[${index}]`;
}

const textOf = (value: Json): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));
