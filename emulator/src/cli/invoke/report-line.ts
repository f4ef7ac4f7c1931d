// Reads the end of an invocation's log: the lines of the function, and what the platform reports about it. Pure.

export interface InvocationReport {
  readonly durationMs?: number | undefined;
  readonly initMs?: number | undefined;
  readonly memoryMb?: number | undefined;
  readonly maxMemoryMb?: number | undefined;
  /** The code could not be loaded, or not in time. */
  readonly initFailed: boolean;
}

export interface InvocationLog {
  /** Lines of the function and its extensions, without those of the platform. */
  readonly lines: readonly string[];
  readonly report: InvocationReport;
}

const PLATFORM = /^(START|END) RequestId: |^REPORT RequestId: |^INIT_REPORT |^INIT_START /;

/** `text`: the log as `LogResult` brings it, decoded: at most its last 4 KB, in the format Text or JSON. */
export function readLog(text: string): InvocationLog {
  const lines: string[] = [];
  let report: InvocationReport = { initFailed: false };
  for (const line of text.split('\n')) {
    const event = platformEvent(line);
    if (event) report = { ...report, ...factsOfEvent(event, report) };
    else if (!PLATFORM.test(line)) lines.push(line.replaceAll('\r', '\n').trimEnd());
    else if (line.startsWith('REPORT ')) report = { ...report, ...factsOfLine(line) };
    else if (line.startsWith('INIT_REPORT ') && /Status: (error|timeout)/.test(line)) report = { ...report, initFailed: true };
  }
  while (lines.at(-1) === '') lines.pop();
  return { lines, report };
}

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const factsOfLine = (line: string): Partial<InvocationReport> => ({
  durationMs: number(/\tDuration: ([\d.]+) ms/.exec(line)?.[1]),
  initMs: number(/\tInit Duration: ([\d.]+) ms/.exec(line)?.[1]),
  memoryMb: number(/\tMemory Size: (\d+) MB/.exec(line)?.[1]),
  maxMemoryMb: number(/\tMax Memory Used: (\d+) MB/.exec(line)?.[1]),
});

interface PlatformEvent {
  readonly type: string;
  readonly record: { readonly metrics?: Readonly<Record<string, number>>; readonly status?: string };
}

/** `{"time":…,"type":"platform.report","record":{…}}` */
function platformEvent(line: string): PlatformEvent | undefined {
  if (!line.startsWith('{') || !line.includes('"platform.')) return undefined;
  try {
    const { type, record } = JSON.parse(line) as Partial<PlatformEvent>;
    return typeof type === 'string' && type.startsWith('platform.') && record ? { type, record } : undefined;
  } catch {
    return undefined;
  }
}

function factsOfEvent({ type, record }: PlatformEvent, before: InvocationReport): Partial<InvocationReport> {
  if (type === 'platform.initReport') return record.status === 'success' ? {} : { initFailed: true };
  const { metrics } = record;
  if (type !== 'platform.report' || !metrics) return before;
  return {
    durationMs: metrics['durationMs'],
    initMs: metrics['initDurationMs'],
    memoryMb: metrics['memorySizeMB'],
    maxMemoryMb: metrics['maxMemoryUsedMB'],
  };
}
