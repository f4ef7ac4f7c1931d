// Counts the requests of the data plane (namespace AWS/DynamoDB): how long they took, how many items they answered, and which were refused.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { operation } from '#model/dynamodb';

const NAMESPACE = 'AWS/DynamoDB';
const CLIENT_ERROR = 400;
/** Latencies are told in hundredths of a millisecond. */
const STEPS_A_MS = 100;
/** Tables whose meters are found fast. */
const MAX_OWNERS = 1000;

/** The members by which requests name their tables. */
interface NamedTables {
  readonly TableName?: string | undefined;
  readonly RequestItems?: object | undefined;
  readonly TransactItems?: readonly object[] | undefined;
}

/** The answers of queries and scans tell how many items they have. */
interface Answered {
  readonly Count?: number | undefined;
}

type Run<I, O> = (input: I, ctx: Ctx) => O | Promise<O>;

/** Declares an operation each run of which is counted. Statements name their tables within their texts: refusals alone are counted. */
export const countedOperation: typeof operation = (name, run) =>
  operation(name, new CountedOperation(name).counting(run as Run<object, object>) as typeof run);

class CountedOperation {
  readonly #name: string;
  /** An object for each table, by which its meter is found without joining names: a request may take no longer for being counted. */
  readonly #owners = new Map<string, object>();

  constructor(name: string) {
    this.#name = name;
  }

  counting<I extends NamedTables, O>(run: Run<I, O>): Run<I, O> {
    return (input, ctx) => {
      const startedMs = performance.now();
      const answered = (output: O): O => {
        this.#count(input, output as Answered | undefined, performance.now() - startedMs, ctx);
        return output;
      };
      const refused = (error: unknown): never => {
        countRefusal(error, input, ctx);
        throw error;
      };
      try {
        const output = run(input, ctx);
        return output instanceof Promise ? output.then(answered, refused) : answered(output);
      } catch (error) {
        return refused(error);
      }
    };
  }

  #count(input: NamedTables, output: Answered | undefined, tookMs: number, ctx: Ctx): void {
    const { TableName } = input;
    if (TableName !== undefined) this.#countTable(TableName, output, tookMs, ctx);
    else for (const table of tablesOf(input)) this.#countTable(table, output, tookMs, ctx);
  }

  #countTable(table: string, output: Answered | undefined, tookMs: number, ctx: Ctx): void {
    const { name, metrics } = placeOf(table, ctx);
    const meter = metrics.meterFor(this.#ownerOf(name), NAMESPACE, () => ['Operation', this.#name, 'TableName', name]);
    meter.add('SuccessfulRequestLatency', Math.round(tookMs * STEPS_A_MS) / STEPS_A_MS, 'Milliseconds');
    if (output?.Count !== undefined) meter.add('ReturnedItemCount', output.Count);
  }

  #ownerOf(table: string): object {
    let owner = this.#owners.get(table);
    if (owner) return owner;
    if (this.#owners.size >= MAX_OWNERS) this.#owners.clear();
    this.#owners.set(table, (owner = {}));
    return owner;
  }
}

/** Conditions that do not hold are no errors of the user. */
function countRefusal(error: unknown, input: NamedTables, ctx: Ctx): void {
  if (!(error instanceof Fault)) return;
  if (error.code === 'ConditionalCheckFailedException')
    for (const table of tablesOf(input)) {
      const { name, metrics } = placeOf(table, ctx);
      metrics.meter(NAMESPACE, 'TableName', name).add('ConditionalCheckFailedRequests');
    }
  else if (error.options.blame !== 'server' && (error.options.status ?? CLIENT_ERROR) === CLIENT_ERROR)
    ctx.metrics.meter(NAMESPACE).add('UserErrors');
}

/** Names or ARNs, each once. */
function tablesOf({ TableName, RequestItems, TransactItems }: NamedTables): readonly string[] {
  if (TableName !== undefined) return [TableName];
  if (RequestItems) return Object.keys(RequestItems);
  const names = (TransactItems ?? []).flatMap((item) =>
    (Object.values(item) as (NamedTables | undefined)[]).map((each) => each?.TableName),
  );
  return [...new Set(names)].filter((name) => name !== undefined);
}

function placeOf(table: string, ctx: Ctx): { readonly name: string; readonly metrics: Ctx['metrics'] } {
  if (!table.startsWith('arn:')) return { name: table, metrics: ctx.metrics };
  const { account, region, resource = '' } = parseArn(table) ?? {};
  return { name: resource.slice(resource.indexOf('/') + 1), metrics: ctx.in({ account, region }).metrics };
}
