// What the key service remembers. Key material lies beside its key, one record per rotation, so that old ciphertexts stay readable.
import { collection } from '#core/records';

export type KeyUsage = 'ENCRYPT_DECRYPT' | 'SIGN_VERIFY' | 'GENERATE_VERIFY_MAC' | 'KEY_AGREEMENT';
export type KeyState = 'Enabled' | 'Disabled' | 'PendingImport' | 'PendingDeletion' | 'PendingReplicaDeletion';

/** The same in every region that holds a copy of the key. */
export interface MultiRegion {
  readonly primary: string;
  readonly replicas: readonly string[];
}

export interface Rotation {
  readonly enabled: boolean;
  readonly periodDays: number;
  readonly nextMs: number;
}

export interface Key {
  readonly id: string;
  readonly createdMs: number;
  readonly description: string;
  readonly usage: KeyUsage;
  readonly spec: string;
  readonly origin: 'AWS_KMS' | 'EXTERNAL';
  readonly manager: 'AWS' | 'CUSTOMER';
  readonly state: KeyState;
  /** As it was given. */
  readonly policy: string;
  /** In the order of their keys. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
  readonly rotation: Rotation;
  /** Of the material that encrypts; absent until material was imported. */
  readonly materialNumber?: number;
  readonly multiRegion?: MultiRegion;
  readonly deletionMs?: number;
  readonly pendingWindowDays?: number;
}

export interface Material {
  readonly number: number;
  /** Hash of key id and material, in hexadecimal: the cloud's `KeyMaterialId`. */
  readonly id: string;
  /** Symmetric and HMAC keys: the raw key. Absent after imported material was deleted or has expired. */
  readonly secret?: Uint8Array;
  /** Asymmetric keys: the private key as PEM (PKCS #8). */
  readonly pem?: string;
  readonly createdMs: number;
  /** What made it the current one; absent for the first. */
  readonly rotation?: { readonly type: 'AUTOMATIC' | 'ON_DEMAND'; readonly atMs: number };
  /** Imported, but not rotated to yet. */
  readonly pending?: true;
  readonly imported?: { readonly description?: string /** Absent: does not expire. */; readonly validToMs?: number };
}

export interface Alias {
  readonly name: string;
  readonly keyId: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface Grant {
  readonly id: string;
  readonly keyId: string;
  readonly token: string;
  readonly name?: string;
  readonly createdMs: number;
  readonly issuer: string;
  readonly granteePrincipal?: string;
  readonly granteeServicePrincipal?: string;
  readonly retiringPrincipal?: string;
  readonly retiringServicePrincipal?: string;
  readonly operations: readonly string[];
  readonly constraints?: {
    readonly EncryptionContextSubset?: Readonly<Record<string, string>>;
    readonly EncryptionContextEquals?: Readonly<Record<string, string>>;
    readonly SourceArn?: string;
  };
}

/** A public key that key material may be wrapped with until it expires. */
export interface ImportParameters {
  readonly keyId: string;
  readonly algorithm: string;
  readonly pem: string;
  readonly validToMs: number;
}

export interface LastUse {
  readonly operation: string;
  readonly atMs: number;
  readonly requestId: string;
}

export const keys = collection<[id: string], Key>('kms.keys');
export const materials = collection<[keyId: string, number: number], Material>('kms.materials');
export const aliases = collection<[name: string], Alias>('kms.aliases');
export const aliasesByKey = collection<[keyId: string, name: string], { name: string }>('kms.aliases-by-key');
export const grants = collection<[keyId: string, id: string], Grant>('kms.grants');
/** Grants with a name: asked for again, they are not made again. */
export const grantNames = collection<[keyId: string, name: string, id: string], { id: string }>('kms.grant-names');
/** Grants by their token, and by who may retire them. */
export const grantTokens = collection<[token: string], { keyId: string; id: string }>('kms.grant-tokens');
export const retirableGrants = collection<[principal: string, keyId: string, id: string], { id: string }>('kms.retirable-grants');
export const importParameters = collection<[keyId: string, token: string], ImportParameters>('kms.import-parameters');
export const lastUses = collection<[keyId: string], LastUse>('kms.last-uses');
