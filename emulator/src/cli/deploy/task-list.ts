// Shows a deployment as it happens: one line for each finished task, and below them, on a terminal, the running tasks with their seconds.
import type { DeployEvent, ResourceEvent } from 'cloud-emulator-stacks/deploy-event';
import pc from 'picocolors';
import { table } from '#lib/table';
import { terminalText } from '#lib/terminal-text';

export interface TaskListOptions {
  /** One JSON document per line instead. */
  readonly json: boolean;
  readonly stream: NodeJS.WriteStream;
  /** The stack: others that appear are nested in it. */
  readonly stackName: string;
}

interface Task {
  readonly label: string;
  readonly beganMs: number;
  readonly beganAtMs: number;
}

const REDRAW_MS = 100;
const KIND_COLUMN = 36;
const DONE: Readonly<Record<string, string>> = table({
  CREATE_COMPLETE: 'created',
  UPDATE_COMPLETE: 'updated',
  DELETE_COMPLETE: 'deleted',
  DELETE_SKIPPED: 'kept',
  IMPORT_COMPLETE: 'imported',
});

/** The reason of resources that are kept as records only. */
const RECORDED = /^Recorded, /;
/** The reason of custom resources whose function has failed for good. */
const UNANSWERED = /^No answer will come: /;

export class TaskList {
  readonly #options: TaskListOptions;
  readonly #active = new Map<string, Task>();
  readonly #timer: NodeJS.Timeout | undefined;
  #liveLines = 0;

  constructor(options: TaskListOptions) {
    this.#options = options;
    const isLive = options.stream.isTTY && !options.json;
    this.#timer = isLive ? setInterval(() => this.#redraw([]), REDRAW_MS) : undefined;
    this.#timer?.unref();
  }

  /** A line for people, which machines do not get. */
  say(line: string): void {
    if (!this.#options.json) this.#redraw([line]);
  }

  see(event: DeployEvent): void {
    if (this.#options.json) this.#document(event);
    else if (event.type === 'resource') this.#resource(event);
    else this.#redraw([lineOf(event)].filter((line) => line !== undefined));
  }

  /** The last word. */
  result<T extends object>(document: T, lines: (document: T) => readonly string[]): void {
    this.#active.clear();
    if (this.#options.json) this.#document(document);
    else this.#redraw(lines(document));
  }

  end(): void {
    clearInterval(this.#timer);
    this.#active.clear();
    this.#redraw([]);
  }

  #document(document: object): void {
    this.#options.stream.write(`${JSON.stringify(document)}\n`);
  }

  #resource(event: ResourceEvent): void {
    const { stackId, stackName, logicalId, physicalId, resourceType, status, reason = '', atMs } = event;
    const isStack = physicalId === stackId;
    if (isStack) {
      // The stack itself is told in the last line; only its turning back is news before.
      const turns = /^(?:UPDATE_)?ROLLBACK_IN_PROGRESS$/.test(status) && stackName === this.#options.stackName;
      this.#redraw(turns ? [`  ${pc.yellow('↶')} ${stackName} rolls back. ${reason}`.trimEnd()] : []);
      return;
    }
    const key = `${stackId} ${logicalId}`;
    const inner =
      stackName === this.#options.stackName
        ? ''
        : `${stackName.slice(this.#options.stackName.length + 1).replace(/-[A-Za-z0-9]{12}$/, '')}/`;
    const label = `${resourceType.padEnd(KIND_COLUMN)} ${inner}${logicalId}`;
    const before = this.#active.get(key);
    if (UNANSWERED.test(reason)) {
      // The stack still waits for it
      this.#redraw([`  ${pc.yellow('!')} ${label}  ${pc.yellow(reason)}`]);
      return;
    }
    if (/_IN_PROGRESS$/.test(status)) {
      if (!before) this.#active.set(key, { label, beganMs: performance.now(), beganAtMs: atMs });
      this.#redraw([]);
      return;
    }
    this.#active.delete(key);
    const took = before ? ` ${pc.dim(seconds(atMs - before.beganAtMs))}` : '';
    const isBad = /FAILED$/.test(status);
    const sign = isBad ? pc.red('✗') : pc.green('✓');
    const how = isBad
      ? pc.red(`failed: ${reason}`)
      : RECORDED.test(reason)
        ? pc.yellow('recorded, does nothing here')
        : (DONE[status] ?? status);
    this.#redraw([`  ${sign} ${label}  ${how}${took}`]);
  }

  /** Writes these lines for good, and what is active below them. */
  #redraw(lines: readonly string[]): void {
    const { stream } = this.#options;
    const erase = this.#liveLines > 0 ? `\u001b[${this.#liveLines}A\u001b[0J` : '';
    const room = Math.max(1, (stream.rows ?? 24) - 2);
    const live = this.#timer ? [...this.#active.values()].slice(-room).map((task) => this.#liveLine(task)) : [];
    this.#liveLines = live.length;
    const text = [...lines, ...live].map((line) => `${terminalText(line)}\n`).join('');
    if (erase !== '' || text !== '') stream.write(`${erase}${text}`);
  }

  #liveLine({ label, beganMs }: Task): string {
    const line = `  … ${label}  ${seconds(performance.now() - beganMs)}`;
    return pc.dim(line.slice(0, (this.#options.stream.columns ?? 80) - 1));
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function lineOf(event: Exclude<DeployEvent, ResourceEvent>): string | undefined {
  if (event.type === 'warning') return `  ${pc.yellow('!')} ${event.text}`;
  if (event.type === 'note') return `  ${pc.dim(event.text)}`;
  if (event.type === 'built') return `  ${pc.green('✓')} ${event.logicalId} built with ${event.builder} ${pc.dim(seconds(event.ms))}`;
  if (event.type === 'artifacts') return `  ${pc.green('✓')} ${event.uploaded} uploaded, ${event.unchanged} unchanged`;
  return undefined;
}
