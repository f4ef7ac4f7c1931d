// The parts of a sign-in: an attempt, and the steps that come of it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Client, Pool, Session, User } from '#services/cognito-idp/state';
import type { TokenSource } from '#services/cognito-idp/tokens/pre-token-generation';

/** Where a sign-in happens, whoever asks for it: the API, an administrator, the login page. */
export interface Attempt {
  readonly pool: Frozen<Pool>;
  readonly client: Frozen<Client>;
  /** The context of the pool. */
  readonly there: Ctx;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The client has to answer a challenge. */
export interface Challenge {
  readonly kind: 'challenge';
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Absent where the challenge itself carries it. */
  readonly session?: string | undefined;
  readonly available?: readonly string[] | undefined;
}

/** The user is signed in. */
export interface Done {
  readonly kind: 'done';
  readonly user: Frozen<User>;
  readonly source: TokenSource;
  readonly deviceKey?: string | undefined;
  readonly isNewDevice: boolean;
}

export type Step = Challenge | Done;

/** Facts that are known in the midst of a sign-in. */
export type Progress = Omit<Session, 'expiresMs' | 'expects' | 'clientId'>;
