// The headers of every answer of a service.
import type { ServiceIR } from '#protocol/ir';

/** The second id of a request, for the host that served it: one host serves all requests here. Clients only show it. */
export const hostId = (requestId: string): string => `bG9jYWxob3N0/${requestId}`;

export const requestIdHeader = ({ profile }: ServiceIR, requestId: string): Record<string, string> =>
  profile.bareXmlErrors
    ? { 'x-amz-request-id': requestId, 'x-amz-id-2': hostId(requestId), ...(profile.server && { server: profile.server }) }
    : { 'x-amzn-requestid': requestId };
