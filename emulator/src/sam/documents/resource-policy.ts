// The resource policy of a REST API, made of the lists in `Auth.ResourcePolicy`.

import { shown } from '#sam/message-text';
import { invalidDocument } from '#sam/problems';
import { type Block, get, isBlock, isText, sub, type Value } from '#sam/values';
import type { WorkBudget } from '#sam/work-budget';
import { ANY_METHOD, permissionPath } from './paths.ts';
import type { RestDocument } from './rest-document.ts';

const POLICY = 'x-amazon-apigateway-policy';

/** Collects the statements for all paths of one API; each statement is kept once. */
export class ResourcePolicyWriter {
  readonly #document: RestDocument;
  readonly #budget: WorkBudget;

  constructor(document: RestDocument, budget: WorkBudget) {
    this.#document = document;
    this.#budget = budget;
  }

  /** @throws InvalidDocument */
  add(policy: Block, path: string, stage: Value): void {
    const resources = this.#resources(path, stage);
    this.#addAccounts(get(policy, 'AwsAccountWhitelist'), 'Allow', resources);
    this.#addAccounts(get(policy, 'AwsAccountBlacklist'), 'Deny', resources);
    this.#addAddresses(get(policy, 'IpRangeWhitelist'), 'NotIpAddress', resources);
    this.#addAddresses(get(policy, 'IpRangeBlacklist'), 'IpAddress', resources);
    this.#addNetworks(policy, 'Blacklist', 'StringEquals', resources);
    this.#addNetworks(policy, 'Whitelist', 'StringNotEquals', resources);
    this.#document.section(POLICY);
  }

  addCustom(statements: Value | undefined): void {
    if (statements === undefined) return;
    const policy = this.#document.section(POLICY);
    policy.Version = '2012-10-17';
    if (get(policy, 'Statement') === undefined) policy.Statement = statements;
    else for (const each of Array.isArray(statements) ? statements : [statements]) this.#append(each);
  }

  #statements(): Value[] {
    const found = get(this.#document.body, POLICY, 'Statement');
    return Array.isArray(found) ? found : found === undefined ? [] : [found];
  }

  #append(statement: Value, always = false): void {
    const policy = this.#document.section(POLICY);
    policy.Version = '2012-10-17';
    if (!this.#budget.isNew(this.#document.body, statement, () => this.#statements()) && !always) return;
    if (!Array.isArray(policy.Statement)) policy.Statement = this.#statements();
    (policy.Statement as Value[]).push(statement);
  }

  #resources(path: string, stage: Value): Value[] {
    const names = this.#document.paths.of(path).flatMap((item) => Object.keys(item));
    return names.map((name) => {
      const method = name.toLowerCase() === ANY_METHOD || name.toLowerCase() === 'any' ? '*' : name.toUpperCase();
      return sub(`execute-api:/\${__Stage__}/${method}${permissionPath(path)}`, { __Stage__: stage });
    });
  }

  #addAccounts(accounts: Value | undefined, effect: string, resources: Value[]): void {
    if (accounts === undefined || (Array.isArray(accounts) && accounts.length === 0)) return;
    if (!Array.isArray(accounts) && !isBlock(accounts)) throw invalidDocument(`Type of '${shown(accounts)}' must be a list or dictionary`);
    const list = Array.isArray(accounts) ? accounts : [accounts];
    const first = get(this.#document.body, POLICY, 'Statement') === undefined;
    const statement: Block = { Effect: effect, Action: 'execute-api:Invoke', Resource: resources, Principal: { AWS: list } };
    this.#append(statement, true);
    if (first) this.#document.section(POLICY).Statement = statement;
  }

  #addAddresses(addresses: Value | undefined, test: string, resources: Value[]): void {
    if (addresses === undefined || (Array.isArray(addresses) && addresses.length === 0)) return;
    this.#allowAndDeny(resources, { [test]: { 'aws:SourceIp': Array.isArray(addresses) ? addresses : [addresses] } });
  }

  #addNetworks(policy: Block, list: 'Whitelist' | 'Blacklist', test: string, resources: Value[]): void {
    const plain = get(policy, `SourceVpc${list}`);
    if (plain !== undefined && !(Array.isArray(plain) && plain.every(isText)))
      throw invalidDocument(
        `SourceVpc${list} must be a list of strings. Use IntrinsicVpc${list} instead for values that use Intrinsic Functions`,
      );
    const texts = (plain ?? []) as string[];
    const listed = (name: string): Value[] => {
      const found = get(policy, name);
      return Array.isArray(found) ? found : [];
    };
    const vpcs = [...texts.filter((each) => each.startsWith('vpc-')), ...listed(`IntrinsicVpc${list}`)];
    const endpoints = [...texts.filter((each) => each.startsWith('vpce-')), ...listed(`IntrinsicVpce${list}`)];
    if (vpcs.length === 0 && endpoints.length === 0) return;
    const condition: Block = {};
    if (vpcs.length > 0 || get(policy, `IntrinsicVpc${list}`) !== undefined) condition['aws:SourceVpc'] = vpcs;
    if (endpoints.length > 0 || get(policy, `IntrinsicVpce${list}`) !== undefined) condition['aws:SourceVpce'] = endpoints;
    this.#allowAndDeny(resources, { [test]: condition });
  }

  #allowAndDeny(resources: Value[], condition: Block): void {
    const invoke = { Action: 'execute-api:Invoke', Resource: resources, Principal: '*' };
    this.#append({ Effect: 'Allow', ...invoke });
    this.#append({ Effect: 'Deny', ...invoke, Condition: condition });
  }
}
