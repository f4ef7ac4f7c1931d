// The header that names account, region and service of a call. The signature is a dummy: the emulator verifies none unless SIGNATURES says so.
import type { Scope } from './model.ts';

export const authorization = ({ account, region }: Scope, signingName: string): string => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return `AWS4-HMAC-SHA256 Credential=${account}/${day}/${region}/${signingName}/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
};
