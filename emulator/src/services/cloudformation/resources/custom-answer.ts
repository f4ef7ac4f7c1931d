// Reads the answers of custom resources, and refuses what is no answer, in the cloud's words.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-responses.html
import { isObject, type Json, type JsonObject } from '#resources/json';

/** Limit: bytes of the answer of a custom resource, measured: https://github.com/awsdocs/aws-cloudformation-user-guide/pull/262 */
const MAX_BYTES = 4096;

export interface Answer {
  readonly physicalId: string;
  readonly data: JsonObject;
  /** Set for a failure. */
  readonly reason: string | undefined;
}

/** The custom resource says that it has failed. It has the physical id of its answer from then on. */
export class FailedAnswer extends Error {
  readonly physicalId: string;

  constructor({ physicalId, reason }: Answer, requestId: string) {
    super(`Received response status [FAILED] from custom resource. Message returned: ${reason} (RequestId: ${requestId})`);
    this.physicalId = physicalId;
  }
}

/**
 * Answers to all requests need a physical id, failures too: without one, this is told instead of their reason
 * (https://github.com/aws/aws-lambda-go/issues/77 of updates and deletions, https://github.com/aws/aws-lambda-go/issues/107 of failures).
 */
export function readAnswer(body: string): Answer {
  if (Buffer.byteLength(body) > MAX_BYTES) throw new Error('Response object is too long.');
  const answer = parsed(body);
  const { Status, PhysicalResourceId: physicalId, Reason: reason = '', Data: data } = answer;
  if (physicalId === undefined || physicalId === '') throw new Error('Invalid PhysicalResourceId');
  if (typeof physicalId !== 'string') throw wrong('PhysicalResourceId must be of type String');
  if (typeof reason !== 'string') throw wrong('Reason must be of type String');
  if (data !== undefined && data !== null && !isObject(data)) throw wrong('Data must be an object');
  if (Status !== 'SUCCESS' && Status !== 'FAILED') throw wrong('Status must be SUCCESS or FAILED');
  return { physicalId, data: data ?? {}, reason: Status === 'FAILED' ? reason : undefined };
}

const wrong = (what: string): Error => new Error(`Invalid Response object: Value of property ${what}`);

function parsed(body: string): JsonObject {
  try {
    const value = JSON.parse(body) as Json;
    if (isObject(value)) return value;
  } catch {
    // Told below
  }
  throw new Error('Response is not valid JSON');
}
