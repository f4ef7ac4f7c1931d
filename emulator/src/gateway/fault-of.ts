// Errors of the emulator's own, as clients of the cloud's API get them.
import { Fault } from '#core/fault';
import { EmulatorError } from '#lib/emulator-error';
import type { ServiceIR } from '#protocol/ir';

/**
 * An error that the emulator can explain (a full disk) is explained to the client, too: as a 400 with the service's validation code where the
 * client's input caused it (`blame`), else as a 500.
 */
export function faultOf(error: unknown, service: Pick<ServiceIR, 'profile'> | undefined): Fault {
  const known = error instanceof EmulatorError ? error : undefined;
  const text = known ? `${known.code}: ${known.message} ${known.hint ?? ''}`.trim() : 'The emulator failed; its log says why.';
  if (known?.blame === 'client')
    return new Fault(service?.profile.validation.code ?? 'ValidationException', text, { status: 400, blame: 'client' });
  return new Fault('InternalFailure', text, { status: 500, blame: 'server' });
}
