// The answer where no model defines one: to a request for a service that is not emulated, or that belongs to no service.
import { accountOf } from '#core/access-key';
import { callLine } from '#core/call-line';
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import { tellUnsupported } from '#core/problems/tell-unsupported';
import { serviceCall } from '#core/service-call';
import { callName } from '#core/stubs/stub-answers';
import type { Detected } from '#protocol/detect';
import type { WireResponse } from '#protocol/http/wire';
import { escapeXml } from '#protocol/xml/xml-text';
import { stubResponse } from './stub-response.ts';

const DEFAULT_REGION = 'us-east-1';

/** Answers a request for a service that is not emulated: by a stub, or a refusal. The call is in the traces; the first of its operation that is refused is told on the console and in the ledger of problems. */
export function answerUnknown(detected: Detected, path: string, requestId: string, kernel: Kernel): WireResponse {
  const { service, accessKeyId, region } = detected;
  const operation = detected.operation ?? path;
  const account = accountOf(accessKeyId);
  const principal =
    accessKeyId === undefined ? ({ kind: 'anonymous', account } as const) : ({ kind: 'key', account, accessKeyId } as const);
  const call = serviceCall(kernel, { service, operation, account, region: region ?? DEFAULT_REGION, principal, requestId });
  const startedMs = performance.now();
  const answer = kernel.stubs.answerTo(service, operation);
  if (answer) {
    kernel.traces.noteCall(call, undefined, kernel.clock.now(), startedMs, false, BY_STUB);
    const text = callLine(call, undefined, () => `ok, ${BY_STUB}`, startedMs, kernel.callers);
    kernel.log.call({ id: call.trace.id, depth: call.trace.depth, level: 'info', text });
    return stubResponse(detected, answer, { requestId, isEc2: service === EC2 });
  }
  const reason = `the service ${service} is not emulated`;
  kernel.traces.noteCall(call, undefined, kernel.clock.now(), startedMs, true, `NotImplementedException: ${reason}`);
  const name = detected.operation === undefined ? service : callName(service, operation);
  tellUnsupported(
    { service, principal, requestId, trace: call.trace, name, call: callName(service, operation), startedMs, reason },
    kernel,
  );
  return unknownService(detected, requestId);
}

const BY_STUB = 'by a stub';

/** The signing name of the one service whose clients read errors of another form. */
const EC2 = 'ec2';

/** Status 501, which clients do not retry; in the format that the request's client reads. */
export function unknownService(detected: Detected | undefined, requestId: string, given?: Fault): WireResponse {
  const operation = detected?.operation === undefined ? '' : ` (operation ${detected.operation})`;
  const service = detected === undefined ? 'The service of this request' : `The service ${detected.service}`;
  const fault =
    given ??
    new Fault('NotImplementedException', `${service} is not emulated${operation}.`, {
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
