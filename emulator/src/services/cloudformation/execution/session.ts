// One run of a stack's operation: its state, and the writes that every step makes.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Frozen } from '#core/records';
import { handlerErrorCode } from '#resources/handler-error';
import type { JsonObject } from '#resources/json';
import { type Run, Stopped } from '#resources/runs';
import { putResource, putStackStatus } from '#services/cloudformation/stack-records/event-records';
import { type Leftover, leftovers, type ResourceRecord, resources, type StackRecord, stacks } from '#services/cloudformation/state';

/** A resource that could not be created, changed or deleted. */
export interface FailedResource {
  readonly logicalId: string;
  readonly type: string;
  /** `CREATE_FAILED` */
  readonly status: string;
  readonly reason: string;
  /** The command that mends it. */
  readonly remedy: string | undefined;
}

export class Session {
  /** When the run began: performance.now(). */
  readonly startedMs = performance.now();
  /** In the order in which they failed. */
  readonly failures: FailedResource[] = [];
  /** Why the deployment failed. */
  cause: string | undefined;
  readonly ctx: Ctx;
  readonly run: Run;
  readonly stackId: string;

  constructor(run: Run, stackId: string, ctx: Ctx) {
    this.ctx = ctx;
    this.run = run;
    this.stackId = stackId;
  }

  get stack(): Frozen<StackRecord> {
    return this.ctx.records(stacks).get([this.stackId])!;
  }
  resource(logicalId: string): Frozen<ResourceRecord> | undefined {
    return this.ctx.records(resources).get([this.stackId, logicalId]);
  }
  resources(): Frozen<ResourceRecord>[] {
    return this.ctx.records(resources).range([this.stackId]);
  }

  /** Writes the stack's record with a new status, and its event. */
  status(status: string, reason?: string, also: Partial<StackRecord> = {}): void {
    this.run.check();
    this.ctx.write((tx) => putStackStatus(tx, { ...this.stack, ...also }, status, this.ctx, reason));
  }
  /** Like `status`, unless the stack has this status already. */
  enter(status: string, reason?: string): void {
    if (this.stack.status !== status) this.status(status, reason);
  }
  put(resource: Frozen<ResourceRecord>): void {
    this.run.check();
    this.ctx.write((tx) => putResource(tx, this.stack, { ...resource, changedMs: this.ctx.now() }, this.ctx));
  }
  /** Writes a resource without an event. */
  keep(resource: Frozen<ResourceRecord>): void {
    this.run.check();
    this.ctx.write((tx) => tx.put(this.ctx.records(resources), [this.stackId, resource.logicalId], resource));
  }
  /** Records a resource to delete (or, if retained, to release) after the operation has succeeded. */
  leave({ logicalId, type, physicalId, properties }: Frozen<ResourceRecord>, retain: boolean): void {
    const left: Leftover = { logicalId, type, physicalId, properties: properties as JsonObject, retain };
    this.ctx.write((tx) => tx.put(this.ctx.records(leftovers), [this.stackId, `${logicalId} ${physicalId}`], left));
  }
}

/** The reason of a failure in the words of its event. Throws Stopped if the emulator is stopping. */
export function failureReason(error: unknown, ctx: Ctx): string {
  if (error instanceof Stopped || ctx.signal.aborted) throw new Stopped();
  if (error instanceof Fault)
    return `Resource handler returned message: "${error.message}" (RequestToken: ${ctx.id()}, HandlerErrorCode: ${handlerErrorCode(error)})`;
  if (error instanceof Error && error.name === 'Error') return error.message;
  if (error instanceof Error && error.name === 'TemplateProblem') return error.message;
  ctx.log.write(INTERNAL_FAILURE, { work: 'resource handler', error });
  return `Internal failure of the emulator: ${String(error)}`;
}
