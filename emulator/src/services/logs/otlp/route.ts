// `/v1/logs`: takes log records of OpenTelemetry, each as an event of the stream that the headers name.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_HTTP_Endpoints_OTLP.html
import { Fault } from '#core/fault';
import { type OtlpSender, otlpRoute } from '#core/otlp-route';
import { LOGS_REQUEST, type LogsRequest } from '#lib/otlp/messages';
import type { RejectedLogEventsInfo } from '#model/logs';
import { eventOfRecord, writePlace } from './event-of-record.ts';

/** Limit: bytes of a request with log records of OpenTelemetry, unpacked. */
const MAX_BYTES = 1024 * 1024;
/** Limit: log records of OpenTelemetry in a request. */
const MAX_RECORDS = 10_000;
const [GROUP, STREAM] = ['x-aws-log-group', 'x-aws-log-stream'];

export const route = otlpRoute<LogsRequest>({ fields: LOGS_REQUEST, maxBytes: MAX_BYTES, signingName: 'logs', take });

async function take({ resourceLogs = [] }: LogsRequest, { ctx, headers }: OtlpSender) {
  const [logGroupName, logStreamName] = [headers[GROUP], headers[STREAM]];
  if (!logGroupName || !logStreamName)
    throw new Fault(
      'InvalidParameterException',
      `The headers ${GROUP} and ${STREAM} name the log group and the stream, which must exist: OTEL_EXPORTER_OTLP_LOGS_HEADERS=${GROUP}=my-group,${STREAM}=my-stream`,
    );
  const logEvents = resourceLogs.flatMap(({ resource, scopeLogs = [] }) =>
    scopeLogs.flatMap(({ scope, schemaUrl, logRecords = [] }) => {
      const place = writePlace({ resource, scope, schemaUrl });
      return logRecords.map((record) => eventOfRecord(record, place, ctx.now()));
    }),
  );
  if (logEvents.length > MAX_RECORDS)
    throw new Fault('InvalidParameterException', `A request has at most ${MAX_RECORDS} records, and this one has ${logEvents.length}.`);
  if (logEvents.length === 0) return undefined;
  logEvents.sort((one, other) => one.timestamp - other.timestamp);
  const { rejectedLogEventsInfo = {} } = await ctx.call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents });
  return rejectedIn(rejectedLogEventsInfo, logEvents.length);
}

/** The counts are told as JSON in the message. */
function rejectedIn(info: RejectedLogEventsInfo, sent: number) {
  const expired = info.expiredLogEventEndIndex ?? 0;
  const tooOld = Math.max((info.tooOldLogEventEndIndex ?? 0) - expired, 0);
  const tooNew = info.tooNewLogEventStartIndex === undefined ? 0 : sent - info.tooNewLogEventStartIndex;
  const counts = { tooOldLogEventCount: tooOld, tooNewLogEventCount: tooNew, expiredLogEventCount: expired };
  const count = tooOld + tooNew + expired;
  return count === 0 ? undefined : { name: 'rejectedLogRecords', count, message: JSON.stringify(counts) };
}
