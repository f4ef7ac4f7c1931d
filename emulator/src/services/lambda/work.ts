// Due work of the function service.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { runEvent } from './events/run-event.ts';
import { activate } from './functions/activate.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'lambda.settle': ([name, version, settings], ctx) => activate(String(name), Number(version), String(settings), ctx),
  'lambda.event': ([requestId], ctx) => runEvent(String(requestId), ctx),
});
