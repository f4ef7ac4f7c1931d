// The dispatcher: the only place that runs operations. Checks the input and the resource policy, runs, waits for the disk, logs the call.

import { brokenServices } from '#config/broken-services';
import { isLicensed, lacksLicence } from '#config/licence';
import { EmulatorError } from '#lib/emulator-error';
import { stackOf } from '#lib/message';
import { own } from '#lib/table';
import { effectOf } from './access.ts';
import type { Call, CallOutcome, Dispatch } from './call.ts';
import { callLine } from './call-line.ts';
import { resourceIn } from './call-resource.ts';
import { Context } from './context.ts';
import type { Ctx } from './ctx.ts';
import type { Engine } from './engine.ts';
import { Fault, replaced } from './fault.ts';
import type { Kernel } from './kernel.ts';
import { isExpected, isOwn } from './problems/is-expected.ts';
import type { ReportedProblem } from './problems/problem.ts';
import { tellUnsupported } from './problems/tell-unsupported.ts';
import type { Run } from './registry.ts';
import { callName } from './stubs/stub-answers.ts';

/** `engine` is first called with the first call: contexts are made from it. */
export function createDispatch(kernel: Kernel, engine: () => Engine): Dispatch {
  const { registry, store, log, options, epoch, policies, authorizer, traces, problems, clock, faults } = kernel;
  const strict = options.PERSISTENCE === 'strict';
  const closed = closedServices(kernel);

  const refused = (call: Call, error: unknown, startedMs: number): void => {
    const fault = error instanceof Fault ? error : undefined;
    if (fault && isSilent(call)) return;
    const outcome = fault ? () => `${fault.code}: ${fault.message}` : () => `failed: ${stackOf(error)}`;
    const level = fault || (error instanceof EmulatorError && error.blame === 'client') ? 'info' : 'error';
    const resource = resourceOf(call);
    traces.noteCall(call, resource, clock.now(), startedMs, true, outcome(), fault?.options.remedy);
    log.call({ id: call.trace.id, depth: call.trace.depth, level, tone: 'failure', text: lineOf(call, resource, outcome, startedMs) });
    if (fault && isExpected(call, fault, registry.service(call.service))) return;
    if (fault?.options.status === 501) {
      const { service, operation, requestId, trace, principal } = call;
      const name = callName(service, operation);
      tellUnsupported({ service, requestId, trace, principal, name, call: name, startedMs, reason: fault.message }, kernel);
      return;
    }
    const code = fault?.code ?? (error as { code?: string }).code ?? 'InternalFailure';
    const text = fault ? `${code}: ${fault.message}` : firstLine(error);
    noteProblem(call, { startedMs, code, text, resource, remedy: fault?.options.remedy });
  };
  const noteProblem = (call: Call, { text, ...facts }: FailedCall): void => {
    const { service, operation, requestId, trace } = call;
    const cause = `${service}.${operation}: ${text}`;
    problems.note({ ...facts, cause, trace: trace.id, depth: trace.depth, what: 'call', requestId, atMs: clock.now() });
  };
  const isSilent = ({ isPlumbing, service }: Call): boolean => isPlumbing === true && !log.in(service).debugging;
  const resourceOf = ({ service, input }: Call): string | undefined => {
    const members = registry.service(service)?.resourceMembers;
    return members && resourceIn(input, members);
  };
  const lineOf = (call: Call, resource: string | undefined, outcome: () => string, startedMs: number) =>
    callLine(call, resource, outcome, startedMs, kernel.callers);

  return async (call) => {
    const startedMs = performance.now();
    try {
      if (epoch.replacing) await epoch.replacing;
      const begun = epoch.current;
      if (closed.size > 0) assertOpen(closed, call);
      const found = registry.operation(call.service, call.operation) ?? stubOf(kernel, call);
      if (!found) throw unknownOperation(kernel, call);
      const operation = found instanceof Promise ? await found : found;
      kernel.validate(call.service, call.operation, call.input);
      if (!faults.isEmpty && !call.isPlumbing) await faults.meet(call, resourceOf(call));
      const ctx = new Context(engine(), call, begun);
      if (call.principal.kind === 'service') {
        const checking = policies.admit(call, ctx);
        if (checking) await checking;
      } else if (authorizer.concerns(call)) {
        const judging = authorizer.admit(call, ctx);
        if (judging) await judging;
      }
      const failure = store.failure;
      const answer = operation(call.input as never, ctx);
      const output = answer instanceof Promise ? await answer : answer;
      if (store.pending && !call.unflushed) await (strict ? store.flushed() : store.committed());
      if (begun !== epoch.current) throw replaced();
      if (store.failure !== failure) throw store.failure; // the disk has refused a write meanwhile: nothing of this call may be acknowledged
      if (authorizer.hasKept && registry.service(call.service)?.identities && effectOf(call.operation) === 'changes') authorizer.forget();
      if (isSilent(call)) return output;
      const { text, tone, remedy } = ctx.outcome ?? OK;
      const resource = resourceOf(call);
      const remark = [ctx.outcome && text(), ctx.ruling?.text].filter((said) => said !== undefined).join('; ') || undefined;
      traces.noteCall(call, resource, clock.now(), startedMs, tone === 'failure', remark, remedy ?? ctx.ruling?.remedy);
      log.call({ id: call.trace.id, depth: call.trace.depth, level: 'info', tone, text: lineOf(call, resource, text, startedMs) });
      if (tone === 'failure' && !isOwn(call)) noteProblem(call, { startedMs, code: 'CALL_FAILED', text: text(), resource, remedy });
      return output;
    } catch (error) {
      refused(call, error, startedMs);
      throw error;
    }
  };
}

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;

interface FailedCall extends Pick<ReportedProblem, 'startedMs' | 'code' | 'resource' | 'remedy'> {
  /** The failure without the call's name. */
  readonly text: string;
}

const OK: CallOutcome = { text: () => 'ok' };

/** Services that answer every call with one error: an option excludes them, or they need a licence. */
function closedServices({ registry, options }: Kernel): ReadonlyMap<string, Readonly<{ code: string; why: string }>> {
  const closed = new Map<string, { code: string; why: string }>();
  for (const { name, tier } of registry.services)
    if (tier === 'licensed' && !isLicensed(options))
      closed.set(name, { code: 'LicenseRequiredException', why: lacksLicence(`The service ${name}`) });
  for (const [name, why] of brokenServices(options)) closed.set(name, { code: 'InvalidProviderConfiguration', why });
  return closed;
}

function assertOpen(closed: ReturnType<typeof closedServices>, { service }: Call): void {
  const found = closed.get(service);
  if (found) throw new Fault(found.code, found.why, { status: 501 });
}

/** The operation of a stub, where somebody gave one. */
function stubOf({ stubs, readAnswer }: Kernel, { service, operation }: Call): Run | undefined {
  const answer = stubs.answerTo(service, operation);
  if (!answer) return undefined;
  return (_input: never, ctx: Ctx) => {
    ctx.logOutcome({ text: () => 'ok, by a stub' });
    return readAnswer(service, operation, answer).output;
  };
}

/** 501, not 500: clients retry a 500 for minutes. */
function unknownOperation(kernel: Kernel, { service, operation }: Call): Fault {
  const why = own(kernel.registry.service(service)?.refused, operation);
  if (why) return new Fault('NotImplementedException', `${service}.${operation} is refused: ${why}`, { status: 501, blame: 'client' });
  if (kernel.known(service, operation))
    return new Fault(
      'NotImplementedException',
      `The operation ${operation} of the service ${service} is not emulated. Run "emulator docs coverage" for what is.`,
      {
        status: 501,
        blame: 'client',
      },
    );
  return new Fault('UnknownOperationException', `The operation ${operation} is not known to the service ${service}.`, { status: 400 });
}
