// The handshake of a connection, as its messages need it.
import type { Ctx } from '#core/ctx';
import type { SignedMessage } from '#core/upgrade';

export interface Handshake {
  readonly apiId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
  /** The path of the API's endpoint, which clients sign: `/graphql`, `/event`. */
  readonly path: string;
  /** @throws Fault for a signature that is wrong */
  verifyMessage(message: SignedMessage): Promise<void>;
  /** Detached from the request: the connection lasts longer. */
  readonly ctx: Ctx;
}
