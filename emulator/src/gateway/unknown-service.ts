// The answer where no model tells how to write one: a service that is not emulated, or a request that is nobody's.
import { Fault } from '#core/fault';
import type { Detected } from '#protocol/detect';
import type { WireResponse } from '#protocol/http/wire';
import { escapeXml } from '#protocol/xml/xml-text';

/** 501, which no client repeats; in the form that its client reads. */
export function unknownService(detected: Detected | undefined, requestId: string, given?: Fault): WireResponse {
  const operation = detected?.operation === undefined ? '' : `.${detected.operation}`;
  const fault =
    given ??
    new Fault('NotImplementedException', `The service of ${detected?.service ?? 'this request'}${operation} is not emulated.`, {
      status: 501,
    });
  const status = fault.options.status ?? 400;
  const headers = { 'x-amzn-requestid': requestId, 'x-amzn-errortype': fault.code };
  if (detected === undefined || /^(awsQuery|restXml)$/.test(detected.protocol)) {
    const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${escapeXml(fault.code)}</Code><Message>${escapeXml(fault.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    return { status, headers: { ...headers, 'content-type': 'text/xml' }, body };
  }
  const body = JSON.stringify({ __type: fault.code, message: fault.message });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body };
}
