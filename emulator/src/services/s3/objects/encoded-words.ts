// Metadata beyond ASCII travels in headers as encoded words (RFC 2047): they are decoded before they are stored, and encoded when they are read.
// Which encoding a word has, and what stays as it is, was recorded of the service; the rule is that of JavaMail's MimeUtility, which fits all recordings.

/** Characters that no header may have. */
export const NO_HEADER = /[^\t\x20-\x7e\x80-\xff]/gu;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const WORD = /=\?([\w-]+)\?([QB])\?([^?\s]*)\?=/gi;
/** A word longer than that becomes two. */
const MAX_WORD = 75;

type Metadata = Readonly<Record<string, string>>;
const withValues = (metadata: Metadata, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, change(value)]));

/** Metadata of a request's headers as text. */
export const decodedMetadata = (metadata: Metadata | undefined): Record<string, string> =>
  metadata === undefined ? {} : withValues(metadata, decodeWords);
/** Metadata as headers of an answer. Names from forms that no header can have are counted only. */
export function metadataMembers(metadata: Metadata): { Metadata: Metadata; MissingMeta?: number } {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return { Metadata: metadata };
  const shown = entries.filter(([name]) => NAME.test(name));
  const missing = entries.length - shown.length;
  return { Metadata: withValues(Object.fromEntries(shown), encodeWords), ...(missing > 0 ? { MissingMeta: missing } : {}) };
}

/** A value of a request's header as text. */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value;
  return value.replaceAll(/\?=\s+(?==\?)/g, '?=').replaceAll(WORD, (word, charset: string, encoding: string, text: string) => {
    const bytes = encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : fromQuoted(text);
    if (/^utf-?8$|^us-ascii$/i.test(charset)) return bytes.toString('utf8');
    return /^iso-8859-1$/i.test(charset) ? bytes.toString('latin1') : word;
  });
}

const fromQuoted = (text: string): Buffer => {
  const bytes = text
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1');
};

/** A text as the value of a header: as it is, if it is printable ASCII. A long one becomes several words. */
export function encodeWords(text: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text)) return text;
  const letters = [...text];
  const plain = letters.filter((letter) => /[\t\r\n\x20-\x7e]/.test(letter)).length;
  return inWords(letters, plain * 2 > letters.length ? quoted : base64);
}

/** In halves, until each fits a word. */
function inWords(letters: readonly string[], encode: (bytes: Buffer) => string): string {
  const encoded = encode(Buffer.from(letters.join('')));
  if (encoded.length <= MAX_WORD || letters.length < 2) return encoded;
  const half = letters.length >> 1;
  return `${inWords(letters.slice(0, half), encode)} ${inWords(letters.slice(half), encode)}`;
}

const base64 = (bytes: Buffer): string => `=?UTF-8?B?${bytes.toString('base64')}?=`;

const quoted = (bytes: Buffer): string => {
  const text = bytes
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]|[=_?]/g, (letter) => `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  return `=?UTF-8?Q?${text.replaceAll(' ', '_')}?=`;
};
