// Checks of the code and the templates that resolvers and functions of pipelines run.
import type { Fault } from '#core/fault';
import { type CodeError, fault } from '#model/appsync';
import { checkCode } from '#services/appsync/code/check-code';
import { bad } from '#services/appsync/faults';
import { CompiledTemplate } from '#services/appsync/template/compiled-template';

interface Runnable {
  readonly runtime?: { readonly name: string; readonly runtimeVersion: string } | undefined;
  readonly code?: string | undefined;
  readonly requestMappingTemplate?: string | undefined;
  readonly responseMappingTemplate?: string | undefined;
  readonly syncConfig?: object | undefined;
}

export const RUNTIME = 'APPSYNC_JS';
export const RUNTIME_VERSION = '1.0.0';

/** The error of code that APPSYNC_JS does not run. */
export const codeFault = (codeErrors: readonly CodeError[]): Fault =>
  fault('BadRequestException', 'The code contains one or more errors.', { reason: 'CODE_ERROR', detail: { codeErrors } });

/** @throws Fault BadRequestException */
export function checkRuntime({ name, runtimeVersion }: NonNullable<Runnable['runtime']>): void {
  if (name !== RUNTIME || runtimeVersion !== RUNTIME_VERSION)
    throw bad(`The runtime ${name} ${runtimeVersion} is not supported: it is ${RUNTIME} ${RUNTIME_VERSION}.`);
}

/** @throws Fault BadRequestException */
export function checkRunnable({ runtime, code, requestMappingTemplate, responseMappingTemplate, syncConfig }: Runnable): void {
  if (syncConfig) throw bad('syncConfig is not emulated: no conflicts are resolved here.');
  if (runtime) {
    checkRuntime(runtime);
    if (requestMappingTemplate !== undefined || responseMappingTemplate !== undefined)
      throw bad('A resolver has code or mapping templates, not both.');
    if (code === undefined) throw bad('Code is required when a runtime is specified.');
    const errors = checkCode(code).errors;
    if (errors.length > 0) throw codeFault(errors);
  } else if (code !== undefined) throw bad('A runtime is required when code is specified.');
  for (const template of [requestMappingTemplate, responseMappingTemplate]) {
    const error = template === undefined ? undefined : CompiledTemplate.errorOf(template);
    if (error !== undefined) throw bad(`The template cannot be read: ${error}`);
  }
}
