// The signer of a request to an API (AWS_IAM). Identity policies are not evaluated; the signature is verified as far as the emulator is set to do so.
import { accountOf } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { partitionOf } from '#lib/arn';

const CREDENTIAL = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/execute-api\/aws4_request/;

export interface Signer {
  readonly accessKey: string;
  readonly account: string;
  /** The root of the account: which of its identities has the key is not known here. */
  readonly arn: string;
}

interface SignedParts {
  readonly authorization: string | undefined;
  readonly query: URLSearchParams;
}

/** The access key of a request that is signed for APIs; undefined for all others. */
export function accessKeyIn({ authorization, query }: SignedParts): string | undefined {
  const presigned = query.get('X-Amz-Credential');
  return CREDENTIAL.exec(authorization ?? (presigned === null ? '' : `Credential=${presigned}`))?.[1];
}

export function signerOf(accessKey: string, { region }: Pick<Ctx, 'region'>): Signer {
  const account = accountOf(accessKey);
  return { accessKey, account, arn: `arn:${partitionOf(region)}:iam::${account}:root` };
}

/** The fault of a signature that is wrong; undefined for a good one. */
export async function signatureFault(verify: () => Promise<void>): Promise<Fault | undefined> {
  try {
    await verify();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
