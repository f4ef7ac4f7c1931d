// The data that browsers tell of a ceremony: its kind, the challenge, and the page. Pure.
// https://www.w3.org/TR/webauthn-3/#dictionary-client-data
import { isObject, readObject } from '#lib/json-object';

/** Limit: characters of the data that a browser sends along with a passkey. */
const MAX_CLIENT_DATA = 8192;

export interface Ceremony {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>>;
  /** As signed. */
  readonly clientData: Buffer;
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
  readonly attachment: string | undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Undefined for what is no credential in the form of `PublicKeyCredential.toJSON()`. */
export function readCeremony(credential: unknown): Ceremony | undefined {
  if (!isObject(credential) || !isObject(credential['response'])) return undefined;
  const { id, response, authenticatorAttachment, type: kind } = credential;
  const sent = textOf(response['clientDataJSON']);
  if (typeof id !== 'string' || kind !== 'public-key' || sent === undefined || sent.length > MAX_CLIENT_DATA) return undefined;
  const clientData = Buffer.from(sent, 'base64url');
  const told = readObject(clientData.toString());
  const [type, challenge, origin] = [textOf(told?.['type']), textOf(told?.['challenge']), textOf(told?.['origin'])];
  if (type === undefined || challenge === undefined || origin === undefined) return undefined;
  return { id, response, clientData, type, challenge, origin, attachment: textOf(authenticatorAttachment) };
}

export const bytesOf = ({ response }: Ceremony, member: string): Buffer => Buffer.from(textOf(response[member]) ?? '', 'base64url');

/** A page of the relying party's name or below it, encrypted or on this machine; apps sign with the hash of their key. */
export function isOriginOf(origin: string, relyingPartyId: string): boolean {
  if (/^android:apk-key-hash:[\w-]+$/.test(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const isHere = hostname === relyingPartyId || hostname.endsWith(`.${relyingPartyId}`);
  return isHere && (protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname)));
}
