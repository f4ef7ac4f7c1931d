// Decides which failed calls are problems: the only place that does.
import { effectOf } from '#core/access';
import type { Call } from '#core/call';
import type { Fault } from '#core/fault';
import type { Service } from '#core/service';

/** Codes of the cloud that say that a resource is not there. */
const ABSENT = /NotFound|NoSuch|NonExistent|DoesNotExist|NotExist|^404|^MissingParameterValue$/;
/** Codes that say that a resource is there already: programs create first and look afterwards. */
const PRESENT = /AlreadyExists|AlreadyOwned|AlreadyInUse|NameExists|ResourceInUse|^ResourceConflict|^QueueAlready|^ConflictException/;
/** Codes of conditions that the caller itself has set. */
const CONDITION = /^(ConditionalCheckFailed|PreconditionFailed|NotModified|ConditionalRequestConflict|TransactionCanceled|OptimisticLock)/;
const REMOVAL = /^(Delete|Remove|Untag|Deregister|Detach|Disassociate)/;
/** Messages of a code that says too little: `ValidationError: Stack [shop] does not exist`, `No updates are to be performed.` */
const ABSENT_TEXT = /does not exist|not found|didn't contain changes|No updates are to be performed/i;

/** Whether a service made the call: it tells by itself what follows from it. */
export const isOwn = ({ principal, trace, http }: Call): boolean => principal.kind === 'service' || (http === undefined && trace.depth > 0);

/**
 * Whether the caller of a refused call expects the refusal, or handles it itself: a look at something that is not there, a creation of something
 * that is, a condition that does not hold, and a call of a service, which tells by itself what follows. A refusal by a policy is never expected,
 * nor is an operation that is not emulated.
 */
export function isExpected(call: Call, { code, message, options }: Fault, service?: Service): boolean {
  const { operation, isPlumbing } = call;
  if (isPlumbing) return true;
  if (options.status === 501) return false;
  if (isOwn(call)) return true;
  if (options.remedy !== undefined) return false;
  if (CONDITION.test(code) || PRESENT.test(code) || options.status === 304 || options.status === 412) return true;
  if (code === 'ValidationError' && ABSENT_TEXT.test(message)) return true;
  const isAbsent = ABSENT.test(code) || options.status === 404;
  return isAbsent && (REMOVAL.test(operation) || effectOf(operation, service) === 'reads');
}
