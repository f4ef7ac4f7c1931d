// Checks what somebody asks of a fault.
import type { Kernel } from '#core/kernel';
import { FAULT_INVALID } from '#core/messages';
import { EmulatorError } from '#lib/emulator-error';
import type { FaultRequest } from './fault-rules.ts';

/** Limit: delay of a fault that tests inject. */
const MAX_DELAY_MS = 900_000;
const LAST_STATUS = 599;
/** It becomes a header, too. */
const CODE = /^[\w.:#-]{1,200}$/;

/** @throws EmulatorError FAULT_INVALID */
export function checkedFault(fault: FaultRequest, { registry, known }: Pick<Kernel, 'registry' | 'known'>): FaultRequest {
  const problem = problemOf(
    fault,
    registry.services.map(({ name }) => name),
    known,
  );
  if (problem === undefined) return fault;
  throw new EmulatorError(FAULT_INVALID, problem, {
    hint: 'Write it as {"service": "sqs", "operation": "SendMessage", "error": "ThrottlingException", "rate": 0.5}.',
  });
}

function problemOf(
  { service, operation, error, status, delayMs, rate, times }: FaultRequest,
  services: readonly string[],
  known: Kernel['known'],
): string | undefined {
  if (service !== '*' && !services.includes(service)) return `There is no service "${service}" here. The services: ${services.join(', ')}.`;
  if (operation !== undefined && service !== '*' && !known(service, operation))
    return `The service ${service} has no operation "${operation}".`;
  if (error !== undefined && !CODE.test(error)) return `The error ${JSON.stringify(error)} is no code: ThrottlingException is one.`;
  if (error === undefined && delayMs === undefined) return 'A fault needs an error or a delay.';
  if (status !== undefined && !isWithin(status, 400, LAST_STATUS)) return 'The status of a fault is a whole number from 400 to 599.';
  if (delayMs !== undefined && !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) return 'The delay of a fault has 0 to 900,000 milliseconds.';
  if (rate !== undefined && !(rate > 0 && rate <= 1)) return 'The rate of a fault is above 0 and at most 1.';
  if (times !== undefined && !isWithin(times, 1, Number.MAX_SAFE_INTEGER)) return 'A fault meets a whole number of calls, at least one.';
  return undefined;
}

const isWithin = (value: number, from: number, to: number): boolean => Number.isInteger(value) && value >= from && value <= to;
