// Conversions of bodies between bytes, text and base64, by the content handling of an integration.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html
import { isUtf8 } from 'node:buffer';

export interface Content {
  readonly body: Buffer;
  /** Templates take text only. */
  readonly isText: boolean;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The body of a request for its integration. Undefined where it is no base64, and would have to be. */
export function requestContent(body: Buffer, isBinary: boolean, handling: string | undefined): Content | undefined {
  if (isBinary) return handling === 'CONVERT_TO_TEXT' ? encoded(body) : { body, isText: false };
  return handling === 'CONVERT_TO_BINARY' ? decoded(body) : text(body);
}

/** The body of an integration's answer for the client, who asks for a binary type (`isWanted`) or not. Undefined as above. */
export function responseContent(body: Buffer, isBinary: boolean, isWanted: boolean, handling: string | undefined): Content | undefined {
  const isBlob = handling === 'CONVERT_TO_BINARY' || (handling === undefined && isWanted);
  if (isBinary) return isBlob ? { body, isText: false } : encoded(body);
  return isBlob ? decoded(body) : text(body);
}

const encoded = (body: Buffer): Content => ({ body: Buffer.from(body.toString('base64')), isText: true });

/** Bytes that are no UTF-8 are replaced, as recorded. */
const text = (body: Buffer): Content => ({ body: isUtf8(body) ? body : Buffer.from(body.toString()), isText: true });

function decoded(body: Buffer): Content | undefined {
  const bytes = body.length % 4 === 0 ? decodedBase64(body) : undefined;
  return bytes && { body: bytes, isText: false };
}

/** The bytes that a text in base64 stands for, with or without its padding; undefined for other texts. */
export function decodedBase64(body: Buffer): Buffer | undefined {
  const written = body.toString();
  return BASE64.test(written) ? Buffer.from(written, 'base64') : undefined;
}
