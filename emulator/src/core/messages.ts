// Messages of the dispatcher, the scheduler and the policy checks, and the messages that every service may log.
import { defineError } from '#lib/emulator-error';
import { defineMessage, stackOf } from '#lib/message';

export const INTERNAL_FAILURE = defineMessage({
  code: 'INTERNAL_FAILURE',
  level: 'error',
  description: 'The emulator itself failed: the line names the work and ends with the stack of the error.',
  hint: 'This is a bug of the emulator: please report it with the line.',
  text: ({ work, error }: { work: string; error: unknown }) => `${work} failed: ${stackOf(error)}`,
});

export const WORK_FAILED = defineMessage({
  code: 'WORK_FAILED',
  level: 'error',
  description: 'Work that was due failed because of a bug of the emulator, and is tried again.',
  hint: 'This is a bug of the emulator: please report it with the line.',
  text: ({ work, key, error }: { work: string; key: unknown; error: unknown }) =>
    `${work} ${JSON.stringify(key)} failed, trying again: ${stackOf(error)}`,
});

export const BACKGROUND_FAILURE = defineMessage({
  code: 'BACKGROUND_FAILURE',
  level: 'warn',
  description: 'Work that an operation had left in the background failed.',
  text: ({ error }: { error: unknown }) => `failed in the background: ${stackOf(error)}`,
});

export const NOT_EMULATED = defineMessage({
  code: 'NOT_EMULATED',
  level: 'warn',
  description:
    'A client called an operation or a service that is not emulated, for the first time. It gets status 501, which clients do not retry.',
  hint: '`emulator docs coverage` lists what is emulated. The variable `AWS_ENDPOINT_URL_<SERVICE>` leads the clients of one service elsewhere.',
  text: ({ name, reason }: { name: string; reason: string }) => `${name} is answered with 501: ${reason}`,
});

export const OTLP_REFUSED = defineMessage({
  code: 'OTLP_REFUSED',
  level: 'warn',
  description:
    'Data of OpenTelemetry was refused. Exporters drop it, and mostly do not say so; the line is written once for each kind of refusal.',
  text: ({ name, reason }: { name: string; reason: string }) => `${name}: ${reason}`,
});

export const JOB_FAILED = defineMessage({
  code: 'JOB_FAILED',
  level: 'warn',
  description:
    'An export, an import, a replay or a move that a request had begun ended before its work was done. The service keeps its status, as in the cloud.',
  hint: 'Mend what the line names, and begin it again.',
  text: ({ job, reason }: { job: string; reason: string }) => `${job} failed: ${reason}`,
});

export const OTLP_EXPORT_FAILED = defineMessage({
  code: 'OTLP_EXPORT_FAILED',
  level: 'warn',
  description:
    'The collector of OpenTelemetry did not take the traces that the emulator sends it. Later traces are sent again; the line is written once until one arrives.',
  hint: 'OTEL_EXPORTER_OTLP_ENDPOINT names the collector, which must take OTLP over HTTP (port 4318, not 4317). Unset it to send none.',
  text: ({ url, reason }: { url: string; reason: string }) => `traces were not sent to ${url}: ${reason}`,
});

export interface Refusal {
  /** The sentence that names the principal, the action and the resource, without a full stop. */
  readonly sentence: string;
  /** The command that allows it. */
  readonly grant: string;
  /** Where the command must be run, if not in the caller's account. */
  readonly account?: string | undefined;
}

export const granting = ({ grant, account }: Refusal): string =>
  `To allow it${account === undefined ? '' : `, in account ${account}`}: ${grant}`;

export const POLICY_REFUSED = defineMessage({
  code: 'POLICY_REFUSED',
  level: 'warn',
  description: 'A resource policy does not allow a call of a service, so it was refused as the cloud refuses it.',
  hint: 'The line ends with the command that allows it. `RESOURCE_POLICIES=warn` lets such calls through.',
  text: (refusal: Refusal) => `${refusal.sentence}. ${granting(refusal)}`,
});

export const POLICY_IGNORED = defineMessage({
  code: 'POLICY_IGNORED',
  level: 'warn',
  description:
    'A resource policy does not allow a call, which was let through because of `RESOURCE_POLICIES=warn`. The cloud would refuse it.',
  hint: 'The line ends with the command that allows it.',
  text: (refusal: Refusal) => `${refusal.sentence}. Allowed all the same because RESOURCE_POLICIES=warn. ${granting(refusal)}`,
});

export const STUB_INVALID = defineError({
  code: 'STUB_INVALID',
  description: 'A stub is for an operation that is emulated or that there is not, or its answer is none of that operation.',
  remedy: 'The message says what is wrong; [stubs](stubs.md) shows examples.',
});

export const ORGANIZATION_INVALID = defineError({
  code: 'ORGANIZATION_INVALID',
  description: 'An organization whose policies are to limit accounts is not described as it must be.',
  remedy: 'The message says what is wrong; [management](management.md) lists the members of an organization.',
});

export const FAULT_INVALID = defineError({
  code: 'FAULT_INVALID',
  description: 'A fault that calls are to meet is not described as it must be.',
  remedy: 'The message says what is wrong; [management](management.md) lists the members of a fault.',
});
