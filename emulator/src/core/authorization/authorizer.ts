// Judges calls by the policies of who makes them, where IAM_ENFORCEMENT asks for it: the dispatcher asks before it runs an operation.
import type { OptionValues } from '#config/options';
import { accountOf, isMadeHere } from '#core/access-key';
import type { Call } from '#core/call';
import type { Ctx } from '#core/ctx';
import type { Log } from '#core/log';
import type { Registry } from '#core/registry';
import { parseArn } from '#lib/arn';
import { AccessLog } from './access-log.ts';
import type { ActionTable } from './action-table.ts';
import { encodedMessage } from './authorization-message.ts';
import { type Identity, nobody, type Ruling } from './caller.ts';
import { IdentityCache, type IdentityFinders } from './identity-cache.ts';
import { Judge, type Judged, type Question } from './judge.ts';
import { ACTION_UNKNOWN, CALL_DENIED, WOULD_BE_DENIED } from './messages.ts';
import { type Access, type CompiledTable, compileTable } from './needed-access.ts';
import { OrganizationCache, organizationLimits } from './organization.ts';
import { covers, type PolicyReport, policyReport } from './policy-report.ts';
import type { ProtectedResource, Protects } from './protected-resource.ts';
import { remedyFor } from './remedy.ts';
import { type KeySource, RequestKeys } from './request-keys.ts';
import type { ServedRequest } from './served-request.ts';
import { CallSlots } from './slots.ts';
import { type Denial, nameOf, refusal, refusalText, tokenRefusal } from './wording.ts';

export type EnforcementMode = OptionValues['IAM_ENFORCEMENT'];

interface AuthorizerParts {
  readonly registry: Pick<Registry, 'service' | 'identityFinders' | 'protects'>;
  readonly options: Pick<OptionValues, 'IAM_ENFORCEMENT' | 'IAM_ENFORCE_DEFAULT'>;
  readonly log: Log;
  actionTable(service: string): ActionTable;
}

/** The header of an answer that says what would have been denied. */
const DENIED_HEADER = 'x-emulator-would-be-denied';
/** Header values of HTTP are one line of limited length. */
const MAX_HEADER = 2000;

/** How a call is judged: everything that is known of it before its accesses are. */
interface Case {
  readonly call: Call;
  readonly ctx: Ctx;
  readonly identity: Identity | undefined;
  readonly table: CompiledTable;
  readonly keys: KeySource;
  readonly accesses: readonly Access[];
  /** The resource of all accesses; by default the service tells each. */
  readonly resource?: ProtectedResource | undefined;
}

export class Authorizer {
  mode: EnforcementMode;
  readonly accesses = new AccessLog();
  readonly #parts: AuthorizerParts;
  readonly #identities = new IdentityCache();
  readonly #judge = new Judge();
  readonly #organizations = new OrganizationCache();
  readonly #tables = new Map<string, CompiledTable>();
  /** By service; null for services that protect nothing. */
  readonly #protects = new Map<string, Protects | null>();
  /** Tables of services whose calls can be judged at once: all that their rows name is loaded. */
  readonly #ready = new Set<CompiledTable>();
  readonly #untold = new Set<string>();
  #finders: IdentityFinders | undefined;

  constructor(parts: AuthorizerParts) {
    this.#parts = parts;
    this.mode = parts.options.IAM_ENFORCEMENT;
  }

  get isOn(): boolean {
    return this.mode !== 'off';
  }

  /** Whether the call is judged, or its accesses are noted: those of users, roles and functions are in any mode. */
  concerns({ isInner, principal }: Call): boolean {
    if (isInner || principal.kind === 'service') return false;
    if (this.isOn) return true;
    return (
      principal.kind === 'key' &&
      (principal.role !== undefined || (principal.accessKeyId !== undefined && isMadeHere(principal.accessKeyId)))
    );
  }

  /** Identities are kept, so that changes of identities must be told. */
  get hasKept(): boolean {
    return !this.#identities.isEmpty;
  }

  /** Tells what a user or role has done, has and lacks; `ctx`: in its account. Undefined where nothing is known about it. */
  async report(identityArn: string, sinceMs: number, ctx: Ctx): Promise<PolicyReport | undefined> {
    const finders = (this.#finders ??= await this.#parts.registry.identityFinders());
    const { identity } = this.#identities.inRole(identityArn, finders, ctx);
    const known = finders.identities.policiesOf(identityArn, ctx) !== undefined;
    return known || this.accesses.list(identity.identityArn).length > 0 ? policyReport(identity, this.accesses, sinceMs) : undefined;
  }

  /** Whether an identity's own policies allow that. It must have been asked for (`report`). */
  covers(identityArn: string, access: Access, ctx: Ctx): boolean {
    return this.#finders !== undefined && covers(this.#identities.inRole(identityArn, this.#finders, ctx).identity, access);
  }

  /** All state was replaced. */
  reset(): void {
    this.#identities.clear();
    this.accesses.clear();
  }

  /** Identities have changed: what is compiled of them no longer counts. */
  forget(): void {
    this.#identities.clear();
    this.accesses.outdate();
  }

  /**
   * For calls that it concerns. A promise only while something is loading.
   * @throws Fault in the words of the service, unless the mode is `warn`
   */
  admit(call: Call, ctx: Ctx & { ruling?: Ruling | undefined; identity?: Identity | undefined }): Promise<void> | undefined {
    const table = this.#tableOf(call.service);
    const loading = this.#load(call, table);
    if (loading) return loading.then(() => this.admit(call, ctx));
    const who = this.#whoIs(call, table, ctx);
    if (who === 'anybody') return undefined;
    const found = this.#caseOf(call, who.identity, table, ctx);
    if (found && this.mode === 'off') this.#observe(found);
    else if (found) ctx.ruling = this.#rule(found);
    if (this.mode === 'enforce') ctx.identity = who.identity;
    return undefined;
  }

  /** Whether the caller of a call that was admitted may do this as well; for operations on many things, each judged by itself. */
  permits(call: Call, access: Access, ctx: Ctx & { identity?: Identity | undefined }): boolean {
    if (this.mode !== 'enforce' || !ctx.identity) return true;
    const found = this.#caseOf(call, ctx.identity, this.#tableOf(call.service), ctx, [access]);
    return !found || this.#ask(found, access).judged.allowed;
  }

  /**
   * Whether the request was judged (`served-request.ts`), for requests that it concerns.
   * @throws Fault unless the mode is `warn`
   */
  async admitServed(call: Call, { policy }: ServedRequest, table: CompiledTable, ctx: Ctx): Promise<boolean> {
    await this.#loadAll([call.service]);
    const who = this.#whoIs(call, table, ctx);
    if (who === 'anybody') return false;
    const found: Case = { ...this.#caseOf(call, who.identity, table, ctx)!, resource: policy && { policy: policy() } };
    if (this.mode === 'off') this.#observe(found);
    else this.#rule(found);
    return this.mode === 'enforce';
  }

  #tableOf(service: string): CompiledTable {
    const known = this.#tables.get(service);
    if (known) return known;
    const made = compileTable(this.#parts.actionTable(service));
    this.#tables.set(service, made);
    return made;
  }

  /** Loads what the services declare; undefined once all of it is there. */
  #load(call: Call, table: CompiledTable): Promise<unknown> | undefined {
    if (this.#ready.has(table)) return undefined;
    return this.#loadAll([call.service, ...table.foreign]).then(() => this.#ready.add(table));
  }

  async #loadAll(services: readonly string[]): Promise<void> {
    const { registry } = this.#parts;
    this.#finders ??= await registry.identityFinders();
    const wanted = services.filter((service) => !this.#protects.has(service));
    await Promise.all(wanted.map(async (service) => this.#protects.set(service, (await registry.protects(service)) ?? null)));
  }

  #whoIs(
    { principal, service, operation, http, account, region }: Call,
    table: CompiledTable,
    ctx: Ctx,
  ): 'anybody' | { readonly identity: Identity | undefined } {
    const finders = this.#finders!;
    if (principal.kind === 'anonymous') {
      const { anonymous } = this.#parts.registry.service(service) ?? {};
      return anonymous === 'all' || anonymous?.includes(operation) ? 'anybody' : { identity: undefined };
    }
    if (principal.kind === 'service') return 'anybody';
    if (principal.role !== undefined) {
      if (principal.role.endsWith(':root')) return 'anybody';
      const found = this.#identities.inRole(principal.role, finders, ctx.in({ account: principal.account }));
      return found.isServiceLinked ? 'anybody' : found;
    }
    const { accessKeyId } = principal;
    if (accessKeyId === undefined) return 'anybody';
    const found =
      this.#identities.knownKey(accessKeyId) ?? this.#identities.ofKey(accessKeyId, finders, ctx.in({ account: accountOf(accessKeyId) }));
    // A key of a form that is made here, and that nobody has: it was deleted, or its session is long over.
    if (!found && this.mode === 'enforce' && isMadeHere(accessKeyId)) throw tokenRefusal(table.refusal.unknownKey);
    if (!found) return this.#parts.options.IAM_ENFORCE_DEFAULT ? { identity: nobody(account) } : 'anybody';
    const { holder, identity, isServiceLinked } = found;
    if (this.mode === 'enforce') {
      const token = http?.headers['x-amz-security-token'];
      if (!holder.isActive || (holder.sessionToken !== undefined && token !== undefined && token !== holder.sessionToken))
        throw tokenRefusal(table.refusal.unknownKey);
      if (holder.expiresMs !== undefined && holder.expiresMs <= ctx.now()) throw tokenRefusal(table.refusal.expiredToken);
    }
    finders.identities.noteUse(accessKeyId, service, region, ctx);
    return holder.kind === 'account' || isServiceLinked ? 'anybody' : { identity };
  }

  #caseOf(call: Call, identity: Identity | undefined, table: CompiledTable, ctx: Ctx, given?: readonly Access[]): Case | undefined {
    const operation = table.operation(call.operation);
    if (!operation) {
      const name = `${call.service}.${call.operation}`;
      if (!this.#untold.has(name)) this.#parts.log.write(ACTION_UNKNOWN, { name });
      this.#untold.add(name);
      return undefined;
    }
    const protects = this.#protects.get(call.service) ?? undefined;
    const slots = new CallSlots(call, identity?.userName, protects, ctx);
    const organization = this.#organizations.in(ctx);
    const keys: KeySource = { call, ctx, nowMs: ctx.now(), identity, operation, table, slots, protects, organization };
    return { call, ctx, identity, table, keys, accesses: given ?? operation.accesses(slots) };
  }

  /** @throws Fault for the first access that is not allowed, unless the mode is `warn` */
  #rule(found: Case): Ruling | undefined {
    let ruling: Ruling | undefined;
    for (const access of found.accesses) {
      const { question, judged } = this.#ask(found, access);
      this.accesses.note(found.identity?.identityArn, question.access, judged, found.keys.nowMs);
      if (!judged.allowed) return this.#deny(found, question, judged);
      ruling ??= { text: allowedBy(judged) };
    }
    return ruling;
  }

  /** Notes what a call needs: each access is judged once, and again after policies have changed. */
  #observe(found: Case): void {
    const identityArn = found.identity?.identityArn;
    if (identityArn === undefined) return;
    for (const access of found.accesses) {
      if (this.accesses.repeat(identityArn, access, found.keys.nowMs)) continue;
      const { question, judged } = this.#ask(found, access);
      this.accesses.note(identityArn, question.access, judged, found.keys.nowMs);
    }
  }

  #ask(
    { call, ctx, identity, table, keys, resource: given }: Case,
    access: Access,
  ): { readonly question: Question; readonly judged: Judged } {
    const arn = access.resource === '*' ? undefined : parseArn(access.resource);
    const there = arn ? ctx.in({ account: arn.account || call.account, region: arn.region || call.region }) : ctx;
    const protects = arn && this.#protects.get(arn.service);
    const resource = given ?? protects?.find(access.resource, there);
    const whole = resource?.arn === undefined ? access : { ...access, resource: resource.arn };
    const resourceAccount = resource?.account ?? (arn?.account || call.account);
    const question: Question = {
      access: whole,
      identity,
      resource,
      resourceAccount,
      context: new RequestKeys(keys, whole, resource),
      organization: organizationLimits(
        keys.organization,
        identity?.account,
        table.isControlled(access.action) ? resourceAccount : undefined,
      ),
    };
    return { question, judged: this.#judge.judge(question) };
  }

  #deny({ call, ctx, identity, table }: Case, question: Question, judged: Judged): Ruling {
    const denial: Denial = {
      access: question.access,
      arn: identity?.arn ?? 'anonymous',
      reason: judged.by ? 'explicit-deny' : 'implicit-deny',
      kind: judged.kind ?? 'identity',
    };
    const sentence = refusalText(denial, table.refusal);
    const remedy = remedyFor(denial, judged, identity, this.#judge.explain(question));
    const { log } = this.#parts;
    if (this.mode === 'enforce') {
      if (!call.isPlumbing) log.write(CALL_DENIED, { sentence, remedy });
      throw refusal(denial, table.refusal, remedy);
    }
    if (!call.isPlumbing) log.write(WOULD_BE_DENIED, { sentence, remedy });
    const facts = { ...denial, by: judged.by, identity, nowMs: ctx.now() };
    call.http?.tell(DENIED_HEADER, `${sentence}; encoded authorization failure message: ${encodedMessage(facts)}`.slice(0, MAX_HEADER));
    return { text: `would be denied: ${sentence}`, remedy };
  }
}

const allowedBy = ({ by }: Judged): string => (by ? `allowed by ${nameOf(by.statement)} of ${by.source}` : 'allowed');
