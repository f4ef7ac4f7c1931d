// The address to which services send the records of their logs: it names the type of the logs and the resource that sends them.
// `arn:aws:logs:<region>:<account>:vended-logs:<type>:<ARN of the resource>`, which the map shows, and no client.
import { parseArn } from '#lib/arn';

interface VendedLogs {
  readonly logType: string;
  readonly resourceArn: string;
}

export function parseVendedArn(text: string): VendedLogs | undefined {
  const [, logType, resourceArn] = /^vended-logs:([A-Z_]+):(.+)$/.exec(parseArn(text)?.resource ?? '') ?? [];
  return logType === undefined || resourceArn === undefined ? undefined : { logType, resourceArn };
}
