// The signer of a request to a route of a service (APIs, function URLs, OpenTelemetry): read from the header or the query of a version 4 signature.
// The holder of the key is not looked up: routes know signers as the root of their account. `verifySignature` checks the signature itself.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-signing-elements.html
import { partitionOf } from '#lib/arn';
import { accountOf } from './access-key.ts';
import { Fault } from './fault.ts';

/** The parts of a request that name a signer; without `query`, presigned requests count as unsigned. */
export interface SignedParts {
  readonly authorization: string | undefined;
  readonly query?: URLSearchParams;
}

export interface Signature {
  readonly accessKeyId: string;
  readonly region: string;
  /** Signing name: `execute-api`. */
  readonly service: string;
}

export interface Signer {
  readonly accessKeyId: string;
  readonly account: string;
  /** The root of the account. */
  readonly arn: string;
}

const CREDENTIAL = /Credential=([^/,\s]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/;

/** Undefined for requests that are not signed. A header counts before a query. */
export function signatureIn({ authorization, query }: SignedParts): Signature | undefined {
  const presigned = query?.get('X-Amz-Credential') ?? undefined;
  const [, accessKeyId, region, service] =
    CREDENTIAL.exec(authorization ?? (presigned === undefined ? '' : `Credential=${presigned}`)) ?? [];
  return accessKeyId === undefined || region === undefined || service === undefined ? undefined : { accessKeyId, region, service };
}

/** The signer of a request for a service; undefined for requests that are not signed, or for another service. `region`: that of the resource. */
export function signerIn(parts: SignedParts, service: string, { region }: { readonly region: string }): Signer | undefined {
  const signature = signatureIn(parts);
  if (signature?.service !== service) return undefined;
  const { accessKeyId } = signature;
  const account = accountOf(accessKeyId);
  return { accessKeyId, account, arn: `arn:${partitionOf(region)}:iam::${account}:root` };
}

/** The fault of a signature that is wrong; undefined for a good one, and where none is asked for. */
export async function signatureFault(verify: () => Promise<void>): Promise<Fault | undefined> {
  try {
    await verify();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
