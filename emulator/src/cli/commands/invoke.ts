// `emulator invoke`: invokes a function, shows what came of it, and with --watch does so again when something changes.
import pc from 'picocolors';
import { accountOfCredentials } from '#cli/cloud-request';
import { endpoint } from '#cli/endpoint';
import { type EventOptions, readEvent } from '#cli/invoke/event-input';
import { watchInvocation } from '#cli/invoke/invocation-watch';
import { invokeFunction } from '#cli/invoke/invoke-function';
import { outcomeDocument, readableOutcome } from '#cli/invoke/outcome-view';
import type { SampleSource } from '#cli/invoke/sample-sources';
import { type SampleScope, sampleEvent } from '#cli/invoke/samples';
import { type LocatedFunction, locateFunction, onlyFunction } from '#cli/locate-function';
import { printTo } from '#cli/print';
import { chosenRegion } from '#cli/region';
import { EmulatorError } from '#lib/emulator-error';

interface InvokeOptions extends EventOptions {
  readonly qualifier?: string;
  readonly async?: boolean;
  readonly watch?: boolean;
  readonly print?: boolean;
  readonly endpoint?: string;
  readonly json?: boolean;
}

/** Exit code 1 where the function failed. @throws EmulatorError FUNCTION_UNKNOWN, EVENT_INVALID, INVOKE_REFUSED, NOT_RUNNING */
export async function invoke(text: string | undefined, options: InvokeOptions): Promise<void> {
  if (options.print) return printSample(options.sample ?? 'events');
  const url = endpoint(options.endpoint);
  const located = await locateFunction(text ?? (await onlyFunction(url)), options.qualifier, url);
  if (!options.watch) return once(located, await eventFor(located, options), options);
  await repeatedly(located, options);
}

async function once(located: LocatedFunction, event: string, { async: isAsync = false, json }: InvokeOptions): Promise<void> {
  const outcome = await invokeFunction({ located, event, isAsync });
  if (outcome.failure) process.exitCode = 1;
  if (json) return void process.stdout.write(`${outcomeDocument(outcome)}\n`);
  const { stdout, stderr } = readableOutcome(outcome, isAsync);
  printTo(process.stderr, stderr);
  printTo(process.stdout, stdout);
}

/** Until it is interrupted. Problems are shown, and do not end it. */
async function repeatedly(located: LocatedFunction, options: InvokeOptions): Promise<void> {
  const ending = new AbortController();
  process.once('SIGINT', () => {
    process.exitCode = 130;
    ending.abort();
  });
  // Standard input can be read only once: repeated runs get the same event.
  const fixed = options.event === '-' ? await eventFor(located, options) : undefined;
  let running = Promise.resolve();
  const run = (reason: string | undefined): void => {
    running = running.then(async () => {
      if (ending.signal.aborted) return;
      if (reason !== undefined && !options.json) process.stderr.write(`${pc.dim(`── ${reason}`)}\n`);
      try {
        await once(located, fixed ?? (await eventFor(located, options)), options);
      } catch (error) {
        if (!(error instanceof EmulatorError)) throw error;
        printTo(process.stderr, `${error.code}: ${error.message}\n${error.hint ?? ''}\n`);
      }
    });
  };
  const eventFile = options.event === '-' ? undefined : options.event;
  await watchInvocation({ located, eventFile, signal: ending.signal, watching: () => run(undefined), changed: run });
  await running;
}

const eventFor = ({ scope }: LocatedFunction, options: InvokeOptions): Promise<string> => readEvent(options, sampleScope(scope.region));

function printSample(source: SampleSource): void {
  const sample = sampleEvent(source, sampleScope(chosenRegion().region));
  process.stdout.write(`${JSON.stringify(sample, undefined, 2)}\n`);
}

const sampleScope = (region: string): SampleScope => ({ region, account: accountOfCredentials(), nowMs: Date.now() });
