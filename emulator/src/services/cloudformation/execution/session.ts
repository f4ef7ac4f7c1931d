// One run of a stack's operation: its state, and the writes that every step makes.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Frozen } from '#core/records';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { handlerErrorCode } from '#resources/handler-error';
import { resourceContext } from '#resources/resource-context';
import { type Run, Stopped } from '#resources/runs';
import { handlerName } from '#services/cloudformation/engine/validate';
import { putResource, putStackStatus } from '#services/cloudformation/stacks/event-records';
import { type ResourceRecord, resources, type StackRecord, stacks } from '#services/cloudformation/state';

export class Session {
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

  async handler(type: string): Promise<ResourceType> {
    const found = await this.ctx.resourceType(handlerName(type));
    if (!found) throw new Error(`Unrecognized resource type: ${type}`);
    return found;
  }
  contextOf(logicalId: string, typeName: string, created: (physicalId: string) => void = () => {}): ResourceContext {
    const { id, name, roleArn } = this.stack;
    const waitIdle: ResourceContext['waitIdle'] = (key, untilMs) => this.run.rest(this.ctx.wait(key, untilMs));
    return resourceContext({ logicalId, typeName, stack: { id, name }, roleArn, created, waitIdle }, this.ctx);
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
