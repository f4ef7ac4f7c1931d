// WebSocket handshakes on open routes: a service accepts or refuses a handshake, and then talks with the client over the socket.
import type { Ctx } from './ctx.ts';
import type { RouteRequest, RouteResponse } from './route.ts';

/** A message of a WebSocket that bears a signature, as the request by POST that was signed in its place. */
export interface SignedMessage {
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A handshake: a GET without a body. */
export interface UpgradeRequest extends Omit<RouteRequest, 'body'> {
  /**
   * Verifies the signature of a message as far as `SIGNATURES` asks for it, as long as the connection lasts.
   * @throws Fault in the service's words
   */
  verifyMessage(message: SignedMessage): Promise<void>;
}

/** The emulator's end of a WebSocket. */
export interface ClientSocket {
  /** Resolves when the text was handed to the operating system. @throws Error where the connection has ended */
  send(text: string): Promise<void>;
  /** Sends a close frame with this code; `closed` follows. */
  close(code: number, reason: string): void;
}

/** Receives what happens on a WebSocket, in order; `closed` comes last, once. */
export interface SocketListener {
  /** Text as a string, binary messages as bytes. */
  message(data: string | Uint8Array): void;
  /** `code` and `reason` of the client's close frame, or of the end that the emulator caused; 1006 where the connection broke off. */
  closed(code: number, reason: string): void;
}

export interface AcceptedUpgrade {
  /** Added to the 101. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The sub-protocol that is chosen; undefined for none. */
  readonly protocol?: string | undefined;
  /** A larger message, or a larger frame of one, ends the connection with 1009. */
  readonly limits: { readonly messageBytes: number; readonly frameBytes: number };
  /** Called once, after the 101. */
  opened(socket: ClientSocket): SocketListener;
}

export type UpgradeAnswer = { readonly accepted: AcceptedUpgrade } | { readonly refused: RouteResponse };

export type Upgrade = (request: UpgradeRequest, ctx: Ctx) => Promise<UpgradeAnswer>;
