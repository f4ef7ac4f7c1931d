// The control channel: environments outside this process connect here, each with its own secret. The gateway passes on requests below
// `/_emulator_function/`; nothing here knows in what kind of place an environment runs.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { CHANNEL_BASE } from '#runtime-init/channel-wire';
import type { ControlLine, LineEvents } from './control-events.ts';
import { Line } from './control-line.ts';
import { answerLine, refuseLine } from './control-requests.ts';

export interface ControlChannel {
  /** False when the path does not belong to the channel. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** From now on an environment may connect with that id and that secret. */
  open(runtimeId: string, token: string, events: LineEvents): ControlLine;
  /** The gateway is about to close: environments end properly within the time that they have; then remaining connections are refused. */
  hangUp(): Promise<void>;
  stop(): Promise<void>;
}

const path = new RegExp(`^${CHANNEL_BASE}/([^/]+)/(.+)$`);

export function createControlChannel(): ControlChannel {
  const lines = new Map<string, Line>();
  const hangUp = async () => {
    await Promise.allSettled([...lines.values()].map((line) => line.events.closing()));
    for (const line of [...lines.values()]) line.close();
  };
  return {
    answer: (request, response) => {
      const url = (request.url ?? '').split('?', 1)[0] ?? '';
      if (!isChannelPath(url)) return false;
      const [, runtimeId = '', rest = ''] = path.exec(url) ?? [];
      const line = lines.get(runtimeId);
      const refusal = line ? line.refusal(request.headers, rest.startsWith('code/')) : 'unknown';
      if (!line || refusal) refuseLine(request, response, refusal ?? 'unknown');
      else answerLine(line, rest, request, response);
      return true;
    },
    open: (runtimeId, token, events) => {
      if (lines.has(runtimeId)) throw new Error(`There is an environment ${runtimeId} already.`);
      const line = new Line(token, events, () => lines.delete(runtimeId));
      lines.set(runtimeId, line);
      return line;
    },
    hangUp,
    stop: hangUp,
  };
}

/** Its name among the emulator's owned objects, so that all users of the channel find the same one. */
export const CONTROL_CHANNEL = 'containers.control';

/** The channel for the gateway; it exists as soon as something runs in containers. */
export const controlChannelIn = (owned: ReadonlyMap<string, unknown>): ControlChannel | undefined =>
  owned.get(CONTROL_CHANNEL) as ControlChannel | undefined;

export const isChannelPath = (url: string | undefined): boolean => url?.startsWith(`${CHANNEL_BASE}/`) ?? false;
