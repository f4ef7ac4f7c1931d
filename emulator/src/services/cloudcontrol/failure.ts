// Failures of handlers: as the error of an operation that answers at once, and as the end of a request.
import { Fault } from '#core/fault';
import { fault } from '#model/cloudcontrol';
import { type HandlerErrorCode, handlerErrorCode } from '#resources/handler-error';
import type { OfferedType } from './offered-type.ts';

type Fail = Parameters<typeof fault>[0];
const FAULTS: Readonly<Record<HandlerErrorCode, Fail>> = {
  AccessDenied: 'InvalidCredentialsException',
  AlreadyExists: 'AlreadyExistsException',
  InvalidRequest: 'InvalidRequestException',
  NotFound: 'ResourceNotFoundException',
  ServiceInternalError: 'ServiceInternalErrorException',
  ServiceLimitExceeded: 'ServiceLimitExceededException',
};

export const notFound = ({ name }: Pick<OfferedType, 'name'>, identifier: string): string =>
  `Resource of type '${name}' with identifier '${identifier}' was not found.`;

/** `AWS::SQS::Queue Handler returned status FAILED: … (HandlerErrorCode: NotFound, RequestToken: …)`. */
export const handlerFault = ({ name }: Pick<OfferedType, 'name'>, code: HandlerErrorCode, message: string, token: string): Fault =>
  fault(FAULTS[code], `${name} Handler returned status FAILED: ${message} (HandlerErrorCode: ${code}, RequestToken: ${token})`);

/** Runs a handler for an operation that answers at once, and turns its failure into the operation's error. */
export async function answering<T>(type: OfferedType, token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) throw handlerFault(type, handlerErrorCode(error), error.message, token);
    throw error;
  }
}
