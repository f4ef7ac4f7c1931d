// The answer where no model defines one: to a request for a service that is not emulated, or that belongs to no service.
import { Fault } from '#core/fault';
import type { Detected } from '#protocol/detect';
import type { WireResponse } from '#protocol/http/wire';
import { escapeXml } from '#protocol/xml/xml-text';

/** The signing name of the one service whose clients read errors of another form. */
const EC2 = 'ec2';

/** Status 501, which clients do not retry; in the format that the request's client reads. */
export function unknownService(detected: Detected | undefined, requestId: string, given?: Fault): WireResponse {
  const operation = detected?.operation === undefined ? '' : `.${detected.operation}`;
  const fault =
    given ??
    new Fault('NotImplementedException', `The service of ${detected?.service ?? 'this request'}${operation} is not emulated.`, {
      status: 501,
    });
  const status = fault.options.status ?? 400;
  const headers = { 'x-amzn-requestid': requestId, 'x-amzn-errortype': fault.code };
  if (detected?.protocol.startsWith('awsQuery') && detected.service === EC2) {
    const body = `<Response><Errors><Error><Code>${escapeXml(fault.code)}</Code><Message>${escapeXml(fault.message)}</Message></Error></Errors><RequestID>${requestId}</RequestID></Response>`;
    return { status, headers: { ...headers, 'content-type': 'text/xml' }, body };
  }
  if (detected === undefined || /^(awsQuery|restXml)/.test(detected.protocol)) {
    const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${escapeXml(fault.code)}</Code><Message>${escapeXml(fault.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    return { status, headers: { ...headers, 'content-type': 'text/xml' }, body };
  }
  const body = JSON.stringify({ __type: fault.code, message: fault.message });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body };
}
