// The headers of every answer of a service.
import type { ServiceIR } from '#protocol/ir';

export const requestIdHeader = ({ profile }: ServiceIR, requestId: string): Record<string, string> =>
  profile.bareXmlErrors ? { 'x-amz-request-id': requestId, 'x-amz-id-2': requestId } : { 'x-amzn-requestid': requestId };
