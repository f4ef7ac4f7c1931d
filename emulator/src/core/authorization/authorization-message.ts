// Encoded authorization messages: what the debug header carries and DecodeAuthorizationMessage reads.
import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Identity } from './caller.ts';
import type { Judged } from './judge.ts';
import type { Denial } from './wording.ts';

interface MessageFacts extends Denial {
  readonly by: Judged['by'];
  readonly identity: Identity | undefined;
  readonly nowMs: number;
}

const CHECKSUM_LENGTH = 16;
/** Limit: bytes of a message that is decoded. */
const MAX_DECODED = 65_536;

/** In the form that the security token service documents for decoded messages. */
export function encodedMessage({ access, reason, by, identity, arn, kind, nowMs }: MessageFacts): string {
  const decoded = {
    allowed: false,
    explicitDeny: reason === 'explicit-deny',
    matchedStatements: { items: by ? [{ statementId: String(by.statement), effect: 'DENY', source: by.source, policyType: kind }] : [] },
    failures: { items: by ? [] : [{ policyType: kind }] },
    context: {
      principal: { id: identity?.userId ?? '', arn },
      action: access.action,
      resource: access.resource,
      conditions: { items: [{ key: 'aws:CurrentTime', values: { items: [{ value: new Date(nowMs).toISOString() }] } }] },
    },
  };
  const text = deflateRawSync(JSON.stringify(decoded)).toString('base64url');
  return hash('sha256', text).slice(0, CHECKSUM_LENGTH) + text;
}

/** Undefined for texts that are no such message. */
export function decodedMessage(encoded: string): string | undefined {
  const text = encoded.slice(CHECKSUM_LENGTH);
  if (hash('sha256', text).slice(0, CHECKSUM_LENGTH) !== encoded.slice(0, CHECKSUM_LENGTH)) return undefined;
  try {
    return inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: MAX_DECODED }).toString();
  } catch {
    return undefined;
  }
}
