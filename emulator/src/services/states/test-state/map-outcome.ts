// The mocked outcome of a Map state: its items are read, selected and put together as in a map run, and its tolerance counts the failures of the test.
import type { Ctx } from '#core/ctx';
import type { TestStateConfiguration } from '#model/states';
import { fault } from '#model/states';
import type { Expressions } from '#services/states/language/expressions/expressions';
import type { MapRunCommand, MapRunOutcome } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';
import { Batches } from '#services/states/map-run-records/batches';
import { MapRunFailure } from '#services/states/map-runs/map-run-failure';
import { readFile } from '#services/states/map-runs/read-file';
import { selecting } from '#services/states/map-runs/read-inputs';
import { exceedsTolerance, thresholdExceeded } from '#services/states/map-runs/tolerance';
import type { Inspection } from './inspection.ts';
import type { Mock } from './mock.ts';

interface MapTest {
  readonly configuration: TestStateConfiguration;
  readonly expressions: Expressions | undefined;
}

/** @throws Fault ValidationException */
export async function mapOutcome(
  command: MapRunCommand,
  mock: Mock,
  test: MapTest,
  inspection: Inspection,
  ctx: Ctx,
): Promise<MapRunOutcome> {
  try {
    const items = await itemsOf(command, test, inspection, ctx);
    checkTolerance(command, items, test.configuration.mapIterationFailureCount ?? 0);
  } catch (error) {
    if (!(error instanceof MapRunFailure)) throw error;
    return { event: 'failed', error: error.error, cause: error.message };
  }
  if (mock.kind === 'error') return { event: 'failed', error: mock.error, cause: mock.cause };
  return { event: 'succeeded', output: mock.result };
}

/** The number of items; undefined where a reader would bring them, and the test does not say what. */
async function itemsOf(
  command: MapRunCommand,
  { configuration, expressions }: MapTest,
  inspection: Inspection,
  ctx: Ctx,
): Promise<number | undefined> {
  const { mapItemReaderData } = configuration;
  const isRead = command.reader !== undefined && mapItemReaderData !== undefined;
  const read = isRead ? await readItems(mapItemReaderData, command) : command.items;
  if (isRead && command.reader.config['ItemsPointer'] !== undefined) inspection.items.afterItemsPointer = JSON.stringify(read);
  const selected = isRead && command.selection ? await selecting(command.selection, expressions, 'TestState', ctx)(read, 0) : read;
  if (command.isSelected) inspection.items.afterItemSelector = JSON.stringify(selected);
  if (command.batcher) {
    const batches = new Batches(command.batcher);
    inspection.items.afterItemBatcher = JSON.stringify([...batches.add(selected), ...batches.end()]);
  }
  return command.reader && !isRead && read.length === 0 ? undefined : read.length;
}

async function readItems(data: string, { reader }: MapRunCommand): Promise<readonly Json[]> {
  const items: Json[] = [];
  for await (const portion of readFile([Buffer.from(data)], reader!.config)) items.push(...portion);
  return reader!.maxItems === undefined || reader!.maxItems === 0 ? items : items.slice(0, reader!.maxItems);
}

/** Without a tolerance in the state failures are not counted (recorded). */
function checkTolerance({ toleratedCount, toleratedPercentage }: MapRunCommand, items: number | undefined, failed: number): void {
  if (items !== undefined && failed > items)
    throw fault('ValidationException', 'Map iteration failure count must be less than or equal to the number of Map iterations');
  if (toleratedCount === undefined && toleratedPercentage === undefined) return;
  if (exceedsTolerance(failed, items ?? failed, { toleratedCount, toleratedPercentage })) throw thresholdExceeded();
}
