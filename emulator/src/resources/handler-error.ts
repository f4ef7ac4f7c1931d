// Error codes of resource handlers, derived from the errors of the services that they call.
import type { Fault } from '#core/fault';

export type HandlerErrorCode =
  | 'AccessDenied'
  | 'AlreadyExists'
  | 'InvalidRequest'
  | 'NotFound'
  | 'ServiceInternalError'
  | 'ServiceLimitExceeded';

export function handlerErrorCode({ code }: Fault): HandlerErrorCode {
  if (/AlreadyExist|Conflict|InUse|AlreadyOwned/i.test(code)) return 'AlreadyExists';
  if (/NotFound|NoSuch|NotExist|NonExistent/i.test(code)) return 'NotFound';
  if (/AccessDenied|Unauthorized/i.test(code)) return 'AccessDenied';
  if (/Throttl|LimitExceeded/i.test(code)) return 'ServiceLimitExceeded';
  return /Internal/i.test(code) ? 'ServiceInternalError' : 'InvalidRequest';
}
