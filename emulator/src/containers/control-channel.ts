// Where environments that live elsewhere dial in: each has a line of its own, opened by its secret. The gateway hands over what comes below
// `/_emulator_function/`; nothing here knows what kind of place an environment lives in.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { CHANNEL_BASE } from '#init/channel-wire';
import type { ControlLine, LineEvents } from './control-events.ts';
import { Line } from './control-line.ts';
import { answerLine, refuseLine } from './control-requests.ts';

export interface ControlChannel {
  /** False when the path is not one of ours. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** From now on an environment may dial in with that id and that secret. */
  open(runtimeId: string, token: string, events: LineEvents): ControlLine;
  /** The door is about to close: environments end well, with the time that they have for it. Then whoever still waits is sent away. */
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
      const refusal = line ? line.refusal(request.headers) : 'unknown';
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

/** In an emulator's list of what has a lifetime, so that whoever needs the channel finds the same one. */
export const CONTROL_CHANNEL = 'containers.control';

/** The gateway's way to it: there is one as soon as something runs in containers. */
export const controlChannelIn = (owned: ReadonlyMap<string, unknown>): ControlChannel | undefined =>
  owned.get(CONTROL_CHANNEL) as ControlChannel | undefined;

export const isChannelPath = (url: string | undefined): boolean => url?.startsWith(`${CHANNEL_BASE}/`) ?? false;
