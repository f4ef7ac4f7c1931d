// Durable executions of a running emulator, as commands read them and act on them.
import { cloudRequest } from '#cli/cloud-request';
import { listFunctions } from '#cli/functions';
import { DURABLE_NOT_FOUND, DURABLE_REFUSED } from '#cli/messages';
import { type ChosenRegion, chosenRegion } from '#cli/region';
import { EmulatorError } from '#lib/emulator-error';

const API = '/2025-12-01';

export interface DurableSummary {
  readonly DurableExecutionArn: string;
  readonly DurableExecutionName: string;
  readonly FunctionArn: string;
  readonly Status: string;
  /** Seconds. */
  readonly StartTimestamp: number;
  readonly EndTimestamp?: number;
}

export interface DurableDescription extends DurableSummary {
  readonly InputPayload?: string;
  readonly Result?: string;
  readonly Error?: { readonly ErrorType?: string; readonly ErrorMessage?: string };
}

export interface DurableEvent {
  readonly EventType: string;
  readonly EventId: number;
  /** Seconds. */
  readonly EventTimestamp: number;
  readonly Id?: string;
  readonly Name?: string;
  readonly [details: string]: unknown;
}

export class DurableApi {
  readonly chosen: ChosenRegion = chosenRegion();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Executions of a function; without one, of all functions. */
  async list(functionName: string | undefined, status: string | undefined): Promise<DurableSummary[]> {
    const names = functionName === undefined ? await this.#durableFunctions() : [functionName];
    const found: DurableSummary[] = [];
    for (const name of names) {
      const path = `${API}/functions/${encodeURIComponent(name)}/durable-executions`;
      const statuses = status === undefined ? {} : { Statuses: status };
      found.push(...(await this.#pages<DurableSummary>('DurableExecutions', path, statuses)));
    }
    return found;
  }

  describe(arn: string): Promise<DurableDescription> {
    return this.#send('GET', this.#path(arn));
  }

  history(arn: string): Promise<DurableEvent[]> {
    return this.#pages('Events', `${this.#path(arn)}/history`, { MaxItems: '1000' });
  }

  async stop(arn: string, error: object): Promise<void> {
    await this.#send('POST', `${this.#path(arn)}/stop`, JSON.stringify(error));
  }

  async answerCallback(id: string, how: 'succeed' | 'fail', body: string | undefined): Promise<void> {
    await this.#send('POST', `${API}/durable-execution-callbacks/${encodeURIComponent(id)}/${how}`, body);
  }

  /** The ARN of the one execution with that ARN, that name, or that function and name: `orders/run-7`. */
  async arnOf(text: string): Promise<string> {
    if (text.startsWith('arn:')) return text;
    const slash = text.indexOf('/');
    const name = text.slice(slash + 1);
    const all = await this.list(slash < 0 ? undefined : text.slice(0, slash), undefined);
    const same = all.filter((one) => one.DurableExecutionName === name);
    const found = same.length > 0 ? same : all.filter((one) => one.DurableExecutionName.endsWith(name));
    if (found.length === 1) return found[0]!.DurableExecutionArn;
    if (found.length > 1)
      throw new EmulatorError(DURABLE_NOT_FOUND, `${found.length} durable executions are called ${name}.`, {
        hint: `Name one by its ARN: ${found[0]!.DurableExecutionArn}`,
      });
    throw new EmulatorError(DURABLE_NOT_FOUND, `There is no durable execution ${text}.`, {
      hint: '`emulator durable list` shows those of the region.',
    });
  }

  #path(arn: string): string {
    return `${API}/durable-executions/${encodeURIComponent(arn)}`;
  }

  async #durableFunctions(): Promise<string[]> {
    const all = (await listFunctions({ url: this.#url, region: this.chosen.region })) ?? [];
    return all.filter(({ DurableConfig }) => DurableConfig !== undefined).map(({ FunctionName }) => FunctionName);
  }

  async #pages<T>(member: string, path: string, query: Readonly<Record<string, string>>): Promise<T[]> {
    const found: T[] = [];
    let marker: string | undefined;
    do {
      const asked = new URLSearchParams({ ...query, ...(marker !== undefined && { Marker: marker }) });
      const page = await this.#send<{ NextMarker?: string } & Record<string, T[]>>('GET', `${path}?${asked}`);
      found.push(...page[member]!);
      marker = page.NextMarker;
    } while (marker !== undefined);
    return found;
  }

  /** @throws EmulatorError NOT_RUNNING, DURABLE_NOT_FOUND, DURABLE_REFUSED */
  async #send<T>(method: string, path: string, body?: string): Promise<T> {
    const { region, from } = this.chosen;
    const answer = await cloudRequest(this.#url, { service: 'lambda', region, method, path, ...(body !== undefined && { body }) });
    const text = await answer.text();
    if (answer.ok) return (text === '' ? {} : JSON.parse(text)) as T;
    const reason = /"[Mm]essage":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? `status ${answer.status}`;
    throw new EmulatorError(answer.status === 404 ? DURABLE_NOT_FOUND : DURABLE_REFUSED, `${region} (${from}): ${reason}`, {
      hint: '`emulator durable list` shows the executions of the region.',
    });
  }
}
