// Tells the default bus that an execution of a Standard machine has begun or ended.
// https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Destination } from '#core/delivery/destination';
import type { EventText } from '#core/delivery/logged-event';
import type { ServicePrincipal } from '#core/principal';
import type { Tx } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { partitionOf } from '#lib/arn';
import { isoSeconds } from '#lib/iso-seconds';
import { executionArn, machineArn, parseStatesArn } from '#services/states/arns';
import type { Json, JsonObject } from '#services/states/language/json';
import type { ExecutionRecord } from '#services/states/state';
import { redriveState } from './redrive-state.ts';

const RETRY = { maxRetries: 24, maxAgeMs: 24 * 3_600_000 };
/** Limit: bytes of input and output that a status change event holds together. */
const MAX_DATA = 248 * 1024;
/** Characters of an event up to which it is made when it is read: until then it keeps its execution in memory. */
const MAX_UNREAD = 8192;
/** Characters of everything else in an event, about. */
const ENVELOPE = 900;

/** `records`: an execution as it was when it began, as it was when it ended, or both. */
export function announce(records: readonly ExecutionRecord[], tx: Tx, ctx: Ctx): void {
  const [first] = records;
  if (!first) return;
  const { arnPrefix, as, targetArn } = ctx.own('states.senders', () => new Senders()).of(first.machine, ctx);
  const resourceArn = arnPrefix + first.name;
  const changes = records.map((record) => {
    const about = { service: 'states', resource: `execution ${record.machine}/${record.name}, ${record.state.status}`, resourceArn };
    return new StatusChange(ctx.id(), record, ctx.now(), { targetArn, as, retry: RETRY, about });
  });
  ctx.deliver(tx, changes);
}

/** A machine as the sender of its executions' changes. */
interface Sender extends RegionScope {
  readonly machine: string;
  /** ARNs of its executions, up to their names. */
  readonly arnPrefix: string;
  readonly as: ServicePrincipal;
  /** ARN of the default bus. */
  readonly targetArn: string;
}

/** The sender of the last change: mostly the same machine follows. One per emulator. */
class Senders {
  #last: Sender | undefined;

  of(machine: string, { account, region }: RegionScope): Sender {
    const last = this.#last;
    if (last?.machine === machine && last.account === account && last.region === region) return last;
    const scope = { account, region };
    return (this.#last = {
      ...{ machine, account, region, arnPrefix: executionArn(machine, '', scope) },
      as: { service: 'states.amazonaws.com', sourceArn: machineArn(machine, scope), sourceAccount: account },
      targetArn: `arn:${partitionOf(region)}:events:${region}:${account}:event-bus/default`,
    });
  }
  async stop(): Promise<void> {}
}

/** An event, made when a rule or a person reads it: mostly nobody does. */
class StatusChange implements DeliveryRequest {
  readonly to: Destination;
  readonly wholeEvent: { readonly id: string; readonly text: EventText };

  constructor(id: string, record: ExecutionRecord, atMs: number, to: Destination) {
    this.to = to;
    const text = new ChangeText(id, record, atMs, to.about.resourceArn!);
    this.wholeEvent = { id, text: text.length > MAX_UNREAD ? String(text) : text };
  }
  get payload(): string {
    return String(this.wholeEvent.text);
  }
}

class ChangeText {
  readonly length: number;
  readonly #id: string;
  readonly #record: ExecutionRecord;
  readonly #atMs: number;
  readonly #arn: string;

  constructor(id: string, record: ExecutionRecord, atMs: number, arn: string) {
    this.#id = id;
    this.#record = record;
    this.#atMs = atMs;
    this.#arn = arn;
    const { inputText, state } = record;
    const known = ENVELOPE + inputText.length + (state.cause?.length ?? 0);
    this.length = known + charactersOf(state.output, MAX_UNREAD - known);
  }

  toString(): string {
    const [record, arn] = [this.#record, this.#arn];
    const { account, region } = parseStatesArn(arn)!;
    return JSON.stringify({
      ...{ version: '0', id: this.#id, 'detail-type': 'Step Functions Execution Status Change', source: 'aws.states' },
      ...{ account, time: isoSeconds(this.#atMs), region, resources: [arn] },
      detail: detailOf(record, arn, machineArn(record.machine, { account, region }), this.#atMs),
    });
  }
}

/** About the characters of a value as JSON. Not all of it is read where they are more than `most`. */
function charactersOf(value: Json | undefined, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let characters = 2;
  // Keys are not listed, because there may be a hundred thousand.
  for (const key in value) {
    if (characters > most) break;
    characters += key.length + 4 + charactersOf((value as JsonObject)[key], most - characters);
  }
  return characters;
}

function detailOf(record: ExecutionRecord, arn: string, stateMachineArn: string, atMs: number) {
  const { name, state, startMs, stopMs, inputText, version, alias, redriveCount } = record;
  const { redriveStatus, redriveStatusReason = null } = redriveState(record, atMs);
  const output = state.output === undefined ? null : JSON.stringify(state.output);
  const withInput = Buffer.byteLength(inputText) <= MAX_DATA;
  const withOutput = output !== null && withInput && Buffer.byteLength(inputText) + Buffer.byteLength(output) <= MAX_DATA;
  return {
    ...{ executionArn: arn, stateMachineArn, name, status: state.status, startDate: startMs, stopDate: stopMs ?? null },
    ...{ input: withInput ? inputText : null, inputDetails: { included: withInput } },
    ...{ output: withOutput ? output : null, outputDetails: output === null ? null : { included: withOutput } },
    stateMachineVersionArn: version === undefined ? null : `${stateMachineArn}:${version}`,
    stateMachineAliasArn: alias === undefined ? null : `${stateMachineArn}:${alias}`,
    ...{ redriveCount, redriveDate: null, redriveStatus, redriveStatusReason, error: state.error ?? null, cause: state.cause ?? null },
  };
}
