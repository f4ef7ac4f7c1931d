// Why an enrichment or a target did not take events.
import { Fault } from '#core/fault';

export interface Problem {
  /** The status of the answer, for the log of the execution. */
  readonly status: number;
  readonly message: string;
  /** The service that refused, as the log of the execution names it. */
  readonly service: string;
  /** The same for people, where the message is an answer as it came. */
  readonly reason?: string;
}

export const reasonOf = ({ service, message, reason = `${service}: ${message}` }: Problem): string => reason;

/** @throws the error itself, if it is no refusal */
export function problemFrom(error: unknown, service: string): Problem {
  if (!(error instanceof Fault)) throw error;
  const status = error.options.status ?? (error.options.blame === 'server' ? 500 : 400);
  return { status, message: `${error.code}: ${error.message}`, service };
}
