// Finds the operation of a request whose service is known.
import { Fault } from '#core/fault';
import type { Detected } from './detect.ts';
import { withBucket } from './http/host.ts';
import type { WireRequest } from './http/wire.ts';
import type { CompiledService, Models } from './models.ts';
import { noAction, unknownAction } from './refusals.ts';

/** A request whose service and operation are known. */
export interface RoutedRequest {
  readonly wire: WireRequest;
  readonly detected: Detected;
  readonly service: CompiledService;
  readonly operation: string;
}

/** @throws Fault in the words of the service, where it has no such operation */
export function routeRequest(models: Models, detected: Detected, asked: WireRequest): RoutedRequest {
  const service = models.service(detected.service);
  if (detected.operation !== undefined) {
    const operation = service.nameOf(detected.operation);
    if (operation === undefined) {
      const text = `The operation ${detected.operation} is not known to the service ${detected.service}.`;
      throw unknownAction(service.ir.profile, detected.operation, text);
    }
    return { wire: asked, detected, service, operation };
  }
  if (detected.protocol === 'awsQuery') throw noAction();
  const wire = detected.bucket === undefined ? asked : { ...asked, path: withBucket(asked.path, detected.bucket) };
  const match = service.route(wire);
  if (!match) {
    const { code, status } = service.ir.profile.unknownOperation;
    throw new Fault(code, `No operation of the service ${detected.service} answers ${asked.method} ${asked.path}.`, { status });
  }
  const { method, path, query, headers, body } = wire;
  return { wire: { method, path, query, headers, body, labels: match.labels }, detected, service, operation: match.operation };
}
