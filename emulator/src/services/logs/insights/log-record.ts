// GetLogRecord: one event with all its fields, named by `@ptr`.
import { operation } from '#model/logs';
import { discoveredFields } from '#services/logs/events/discovered-fields';
import { checkUnmask, rawOf, textOf } from '#services/logs/events/event-text';
import { findGroup, invalid } from '#services/logs/groups/find-group';
import { events } from '#services/logs/state';
import { eventField } from './language/fields.ts';
import { readPointer } from './language/pointer.ts';
import { REPORT_FIELDS } from './language/report-fields.ts';
import { Row } from './language/row.ts';
import { textOf as shown } from './language/values.ts';

export const GetLogRecord = operation('GetLogRecord', async ({ logRecordPointer, unmask }, ctx) => {
  const [log = '', groupId = '', timestampMs = 0, number = 0] = readPointer(logRecordPointer) ?? [];
  const [account, name] = [log.slice(0, log.indexOf(':')), log.slice(log.indexOf(':') + 1)];
  if (log === '' || account !== ctx.account) throw invalid('The specified log record pointer is invalid.');
  const group = findGroup(name, ctx);
  const event = group.id === groupId ? ctx.records(events).get([groupId, timestampMs, number]) : undefined;
  if (!event) throw invalid('The specified log record pointer is invalid.');
  if (unmask) checkUnmask(name, ctx);
  const message = await (unmask ? rawOf : textOf)(event, ctx);
  const row = new Row({ timestampMs, number, message, stream: event.stream, log, ingestedMs: event.ingestedMs, groupId }, []);
  const found = [...REPORT_FIELDS, ...discoveredFields(message)].map((field) => [field, eventField(field).evaluate(row)] as const);
  return {
    logRecord: {
      ...Object.fromEntries(found.filter(([, value]) => value !== undefined).map(([field, value]) => [field, shown(value)])),
      '@timestamp': String(timestampMs),
      '@ingestionTime': String(event.ingestedMs),
      '@message': message,
      '@logStream': event.stream,
      '@log': log,
      '@ptr': logRecordPointer,
    },
  };
});
