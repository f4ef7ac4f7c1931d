// A client of state machines, machines made in one call, and executions brought to their end. The clock stands still unless a test moves it.
import { type DescribeExecutionOutput, type HistoryEvent, SFN, type StateMachineType } from '@aws-sdk/client-sfn';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

export const ROLE = 'arn:aws:iam::000000000000:role/states';

export interface Machines extends AsyncDisposable {
  readonly emulator: TestEmulator;
  readonly sfn: SFN;
  /** Makes a machine that begins with the first of the states; answers its ARN. */
  machine(name: string, states: object, more?: { type?: StateMachineType; [field: string]: unknown }): Promise<string>;
  /** Starts an execution, waits until nothing goes on any more, and describes it. */
  run(stateMachineArn: string, input?: unknown): Promise<DescribeExecutionOutput>;
  describe(executionArn: string): Promise<DescribeExecutionOutput>;
  history(executionArn: string): Promise<HistoryEvent[]>;
}

export async function useMachines(options: StartOptions = {}): Promise<Machines> {
  const emulator = await startTestEmulator({ clock: 'manual', ...options });
  const sfn = emulator.client(SFN, { disableHostPrefix: true });
  const describe = (executionArn: string) => sfn.describeExecution({ executionArn });
  return {
    [Symbol.asyncDispose]: () => emulator.stop(),
    ...{ emulator, sfn, describe },
    machine: async (name, states, { type, ...more } = {}) => {
      const definition = JSON.stringify({ StartAt: Object.keys(states)[0], States: states, ...more });
      return (await sfn.createStateMachine({ name, definition, roleArn: ROLE, type })).stateMachineArn!;
    },
    run: async (stateMachineArn, input = {}) => {
      const { executionArn } = await sfn.startExecution({ stateMachineArn, input: JSON.stringify(input) });
      await emulator.idle();
      return describe(executionArn!);
    },
    history: async (executionArn) => (await sfn.getExecutionHistory({ executionArn, maxResults: 1000 })).events!,
  };
}
