// Messages of the gateway.
import { defineMessage } from '#lib/message';

export const REQUEST_REFUSED = defineMessage({
  code: 'REQUEST_REFUSED',
  level: 'warn',
  description: "A web page of another origin, or a host name that is not the emulator's, was refused.",
  hint: '`CORS_ALLOWED_ORIGINS` and `GATEWAY_HOSTS` admit more.',
  text: ({ reason }: { reason: string }) => `refused a request: ${reason}`,
});

export const SIGNATURE_BAD = defineMessage({
  code: 'SIGNATURE_BAD',
  level: 'warn',
  description: 'A request with a bad signature was answered, because `SIGNATURES` only warns.',
  hint: "Compare the client's secret key, region and clock with what the cloud would expect.",
  text: ({ operation, code, reason }: { operation: string; code: string; reason: string }) =>
    `the signature of ${operation} is bad, ${code}: ${reason}`,
});

export const AUTHORITY_NOTICE = defineMessage({
  code: 'AUTHORITY_NOTICE',
  level: 'warn',
  description: 'The certificate authority for https:// was made anew, because the old one could vouch for any name.',
  hint: 'Trust it again: `emulator trust` tells how.',
  text: ({ notice }: { notice: string }) => notice,
});
