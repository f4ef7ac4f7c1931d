// `$util` of mapping templates.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html#util-template-reference
import { textOf } from '#services/apigateway/vtl/print';
import { readJson } from '#services/apigateway/vtl/read-json';
import type { HostMethod, HostObject } from '#services/apigateway/vtl/values';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

/** As Apache Commons does, which escapes single quotes and leaves slashes (recorded). */
const escapeJavaScript = (text: string): string =>
  text.replace(
    /["\\'\u0000-\u001f\u007f-\uffff]/g,
    (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );

/** Form encoding, as `java.net.URLEncoder` does it. */
const urlEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Null for a text that is badly encoded. */
function urlDecode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const ofText =
  (change: (text: string) => string | null): HostMethod =>
  ([value], budget) => {
    if (value === null || value === undefined) return null;
    const text = textOf(value, budget);
    budget.spend(1 + (text.length >> 6));
    return change(text);
  };

export const UTIL: HostObject = {
  host: true,
  text: '$util',
  read: () => null,
  methods: {
    escapeJavaScript: ofText(escapeJavaScript),
    urlEncode: ofText(urlEncode),
    urlDecode: ofText(urlDecode),
    base64Encode: ofText((text) => Buffer.from(text).toString('base64')),
    base64Decode: ofText((text) => Buffer.from(text, 'base64').toString()),
    parseJson: ([value], budget) => readJson(textOf(value, budget), budget) ?? null,
  },
};
