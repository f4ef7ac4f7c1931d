// `$util` of mapping templates.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html#util-template-reference
import { table } from '#lib/table';
import { textOf } from '#lib/vtl/print';
import { readJson } from '#lib/vtl/read-json';
import type { Budget, HostMethod, HostObject } from '#lib/vtl/values';

const ESCAPES: Readonly<Record<string, string>> = table({
  '"': '\\"',
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
});

/** As Apache Commons does, which escapes single quotes and leaves slashes (recorded). */
function escapeJavaScript(text: string, budget: Budget): string {
  let isOdd = false;
  return text.replace(/["\\'\u0000-\u001f\u007f-\uffff]/g, (character) => {
    if ((isOdd = !isOdd)) budget.spend(1);
    return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
  });
}

/** Form encoding, as `java.net.URLEncoder` does it. */
function urlEncode(text: string, budget: Budget): string {
  budget.spend(text.length >> 3);
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Null for a text that is badly encoded. */
function urlDecode(text: string, budget: Budget): string | null {
  budget.spend(text.length >> 4);
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const ofText =
  (change: (text: string, budget: Budget) => string | null): HostMethod =>
  ([value], budget) => {
    if (value === null || value === undefined) return null;
    const text = textOf(value, budget);
    budget.spend(1 + (text.length >> 6));
    return change(text, budget);
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
