// The fixture of the tests of X-Ray: an emulator with a client, and segments.
import { XRay } from '@aws-sdk/client-xray';
import { afterAll, beforeAll } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
export let xray: XRay;
let count = 0;

export function useXray(): () => TestEmulator {
  beforeAll(async () => {
    emulator = await startTestEmulator({ clock: 'manual' });
    xray = emulator.client(XRay);
  });
  afterAll(() => emulator.stop());
  return () => emulator;
}

/** Seconds since 1970 by the emulator's clock. */
export const nowS = (): number => emulator.clock.now() / 1000;
/** Everything of the last minutes. */
export const lately = () => ({ StartTime: new Date(emulator.clock.now() - 600_000), EndTime: new Date(emulator.clock.now() + 600_000) });

export const newId = (): string => (++count).toString(16).padStart(16, '0');
export const newTraceId = (): string => `1-${Math.floor(nowS()).toString(16).padStart(8, '0')}-${(++count).toString(16).padStart(24, '0')}`;

/** A segment that took a second, unless it is said otherwise. */
export const segment = (members: object = {}) => ({
  id: newId(),
  trace_id: newTraceId(),
  name: 'orders',
  start_time: nowS(),
  end_time: nowS() + 1,
  ...members,
});

export const put = (...documents: object[]) =>
  xray.putTraceSegments({ TraceSegmentDocuments: documents.map((each) => JSON.stringify(each)) });

/** Ids of the traces that pass the filter. */
export async function found(FilterExpression: string): Promise<(string | undefined)[]> {
  const { TraceSummaries = [] } = await xray.getTraceSummaries({ ...lately(), FilterExpression });
  return TraceSummaries.map(({ Id }) => Id);
}
