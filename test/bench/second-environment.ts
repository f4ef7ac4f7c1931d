// Cold invocations at the API that find a process started ahead: the second environment of a function in use, and a function's first.
import { Lambda } from '@aws-sdk/client-lambda';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { httpRoundTrip, median, ms, timed } from './execution.ts';
import type { BenchRow } from './row.ts';

const ROUNDS = 12;
const SECOND_LIMIT_MS = 15;
const FIRST_LIMIT_MS = 20;

/** `ratio` and `limit` are milliseconds over a bare HTTP round trip. */
export async function secondEnvironmentBench(): Promise<BenchRow[]> {
  const floorMs = await httpRoundTrip();
  const emulator = await startTestEmulator({ options: { FUNCTION_SYNCHRONOUS_CREATE: true, FUNCTION_PARKED: 32 }, checked: false });
  const lambda = emulator.client(Lambda);
  const [first, second]: [number[], number[]] = [[], []];
  try {
    const ZipFile = handler('if (event.wait) await new Promise((done) => setTimeout(done, 400)); return {};');
    const invoke = (FunctionName: string, payload: object) => lambda.invoke({ FunctionName, Payload: JSON.stringify(payload) });
    for (let round = 0; round <= ROUNDS; round++) {
      const FunctionName = `ahead-${round}`;
      const settings = { FunctionName, Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile } } as const;
      await lambda.createFunction(settings);
      await emulator.idle();
      const firstMs = await timed(() => invoke(FunctionName, {}));
      await emulator.idle();
      const busy = invoke(FunctionName, { wait: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const secondMs = await timed(() => invoke(FunctionName, {}));
      await busy;
      await lambda.deleteFunction({ FunctionName });
      // The first round loads the code of the service.
      if (round === 0) continue;
      first.push(firstMs);
      second.push(secondMs);
    }
  } finally {
    await emulator.stop();
  }
  const row = (what: string, times: number[], limit: number): BenchRow => ({
    what,
    figure: ms(median(times)),
    ratio: median(times) - floorMs,
    limit,
    floor: `HTTP round trip ${ms(floorMs)}`,
  });
  return [
    row('cold Invoke of a second environment, started ahead', second, SECOND_LIMIT_MS),
    row('first Invoke of a function whose environment is parked', first, FIRST_LIMIT_MS),
  ];
}
