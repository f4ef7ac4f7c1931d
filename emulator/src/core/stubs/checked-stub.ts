// Checks a stub that somebody adds: that the operation is not emulated, and, where a model has it, that the answer fits.
import { Fault } from '#core/fault';
import type { Kernel } from '#core/kernel';
import { STUB_INVALID } from '#core/messages';
import { EmulatorError } from '#lib/emulator-error';
import { isObject } from '#lib/json-object';
import type { StubRequest } from './stub-answers.ts';

/** Limit: levels of the answer of a stub. */
const MAX_LEVELS = 64;
const CALL = /^([a-z0-9][\w-]*)\.(.{1,400})$/;

/** @throws EmulatorError STUB_INVALID */
export function checkedStub(
  { call, answer }: StubRequest,
  { registry, known, readAnswer }: Pick<Kernel, 'registry' | 'known' | 'readAnswer'>,
): StubRequest {
  const [, service, operation = ''] = CALL.exec(call) ?? [];
  if (service === undefined)
    throw invalid(
      `"${call}" names no operation of a service.`,
      'Write `rekognition.DetectLabels`, or for a REST API without a model here `mq.GET /v1/brokers`.',
    );
  if (!isObject(answer))
    throw invalid(`The answer to ${call} is no JSON object.`, 'It is the output of the operation, in the names of the API.');
  if (!isWithin(answer, MAX_LEVELS))
    throw invalid(`The answer to ${call} has more than ${MAX_LEVELS} levels.`, 'Leave out what the program does not read.');
  if (!registry.service(service)) return { call, answer };
  if (!known(service, operation))
    throw invalid(`The service ${service} has no operation ${operation}.`, '`emulator docs coverage` lists the operations.');
  if (registry.offers(service, operation))
    throw invalid(`${call} is emulated, and answers by itself.`, 'A fault lets its calls fail or wait: `emulator fault add`.');
  const problem = problemOf(() => readAnswer(service, operation, answer).unknown);
  if (problem !== undefined)
    throw invalid(
      `The answer to ${call} does not fit its model: ${problem}.`,
      'Names and types are those of the API; bytes are a text or {"base64": "…"}.',
    );
  return { call, answer };
}

/** Whether it has no more levels than that. */
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1)));

function problemOf(unknownIn: () => readonly string[]): string | undefined {
  try {
    const [member] = unknownIn();
    return member === undefined ? undefined : `it has no member ${member}`;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

const invalid = (message: string, hint: string): EmulatorError => new EmulatorError(STUB_INVALID, message, { hint });
