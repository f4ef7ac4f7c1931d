// What a resource type's handler is handed: a context that calls as the deployer, or in the stack's role, and knows its place in the stack.
import type { Ctx } from '#core/call';
import type { Collection, Key, Records, Tx } from '#core/records';
import type { ResourceContext, ResourceType } from '#core/resource-type';
import type { Owned } from '#core/world';
import type { Run } from './runs.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface ResourcePlace {
  readonly logicalId: string;
  readonly typeName: string;
  readonly stack: { readonly id: string; readonly name: string };
  readonly roleArn: string | undefined;
  made(physicalId: string): void;
}

export class ResourceRun implements ResourceContext {
  readonly logicalId: string;
  readonly typeName: string;
  readonly stack: ResourcePlace['stack'];
  readonly made: (physicalId: string) => void;
  readonly #ctx: Ctx;
  readonly #run: Run;
  readonly #role: string;

  constructor(ctx: Ctx, run: Run, place: ResourcePlace) {
    this.#ctx = ctx;
    this.#run = run;
    this.#role = place.roleArn ?? `arn:aws:iam::${ctx.account}:root`;
    this.logicalId = place.logicalId;
    this.typeName = place.typeName;
    this.stack = place.stack;
    this.made = place.made;
  }

  physicalName(longest: number): string {
    const chance = this.#ctx.random(12, ALPHABET);
    const logical = this.logicalId.slice(0, Math.max(1, longest - chance.length - 3));
    const name = this.stack.name.slice(0, Math.max(1, longest - logical.length - chance.length - 2));
    return `${name}-${logical}-${chance}`;
  }
  rest(key: string, untilMs: number): Promise<boolean> {
    return this.#run.rest(this.#ctx.wait(key, untilMs));
  }
  /** No service principal: a stack acts for whoever deploys it, so no resource policy is asked. */
  call: Ctx['call'] = (service, operation, input, options = {}) =>
    this.#ctx.call(service, operation, input, options.as || options.withRole ? options : { ...options, withRole: this.#role });

  get service(): string {
    return this.#ctx.service;
  }
  get operation(): string {
    return this.#ctx.operation;
  }
  get account(): string {
    return this.#ctx.account;
  }
  get region(): string {
    return this.#ctx.region;
  }
  get principal() {
    return this.#ctx.principal;
  }
  get requestId(): string {
    return this.#ctx.requestId;
  }
  get trace() {
    return this.#ctx.trace;
  }
  get origin(): string {
    return this.#ctx.origin;
  }
  get http() {
    return undefined;
  }
  get signal() {
    return this.#ctx.signal;
  }
  get options() {
    return this.#ctx.options;
  }
  get log() {
    return this.#ctx.log;
  }
  get blobs() {
    return this.#ctx.blobs;
  }
  now = (): number => this.#ctx.now();
  id = (): string => this.#ctx.id();
  random = (length: number, alphabet?: string): string => this.#ctx.random(length, alphabet);
  records = <K extends Key, V>(collection: Collection<K, V>): Records<K, V> => this.#ctx.records(collection);
  write = <T>(decide: (tx: Tx) => T): T => this.#ctx.write(decide);
  in = (place: { account?: string | undefined; region?: string | undefined }): Ctx => this.#ctx.in(place);
  detached = (): Ctx => this.#ctx.detached();
  track = <T>(work: Promise<T>): Promise<T> => this.#ctx.track(work);
  later: Ctx['later'] = (...given) => this.#ctx.later(...given);
  never: Ctx['never'] = (...given) => this.#ctx.never(...given);
  deliver: Ctx['deliver'] = (...given) => this.#ctx.deliver(...given);
  targetKind = (arn: string): string | undefined => this.#ctx.targetKind(arn);
  resourceType = (name: string): Promise<ResourceType> | undefined => this.#ctx.resourceType(name);
  resourceTypes = (): readonly string[] => this.#ctx.resourceTypes();
  own = <T extends Owned>(name: string, make: () => T): T => this.#ctx.own(name, make);
  wake = (key: string): void => this.#ctx.wake(key);
  wait = (key: string, untilMs: number): Promise<boolean> => this.#ctx.wait(key, untilMs);
}
