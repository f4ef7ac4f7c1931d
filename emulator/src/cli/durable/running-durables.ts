// The durable executions that run, as `emulator status` tells them.
import { dictionary } from '#lib/table';
import { DurableApi } from './durable-api.ts';

export interface RunningDurables {
  readonly region: string;
  readonly running: number;
  /** Their number, by the name of the function. */
  readonly functions: Readonly<Record<string, number>>;
}

export async function runningDurables(url: string): Promise<RunningDurables> {
  const api = new DurableApi(url);
  const found = await api.list(undefined, 'RUNNING');
  const functions = dictionary<number>();
  for (const { FunctionArn } of found) {
    const name = FunctionArn.split(':')[6]!;
    functions[name] = (functions[name] ?? 0) + 1;
  }
  return { region: api.chosen.region, running: found.length, functions };
}
