// The collections of KMS. Key material is stored beside its key, one record per rotation, so that old ciphertexts stay readable.
import { collection } from '#core/records';

export type KeyUsage = 'ENCRYPT_DECRYPT' | 'SIGN_VERIFY' | 'GENERATE_VERIFY_MAC' | 'KEY_AGREEMENT';
export type KeyState = 'Enabled' | 'Disabled' | 'PendingImport' | 'PendingDeletion' | 'PendingReplicaDeletion';

/** Equal in every region that has a copy of the key. */
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
  /** The text as it was given. */
  readonly policy: string;
  /** Sorted by key. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
  readonly rotation: Rotation;
  /** Number of the material in use; absent until material is imported. */
  readonly materialNumber?: number;
  readonly multiRegion?: MultiRegion;
  readonly deletionMs?: number;
  readonly pendingWindowDays?: number;
}

export interface Material {
  readonly number: number;
  /** Hash of key id and material, in hexadecimal: the cloud's `KeyMaterialId`. */
  readonly id: string;
  /** The raw key of symmetric and HMAC keys. Absent after imported material was deleted or expired. */
  readonly secret?: Uint8Array;
  /** The private key of asymmetric keys in PEM (PKCS #8). */
  readonly pem?: string;
  readonly createdMs: number;
  /** The rotation that made it current; absent in the first material. */
  readonly rotation?: { readonly type: 'AUTOMATIC' | 'ON_DEMAND'; readonly atMs: number };
  /** Imported, but not yet rotated to. */
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

/** A public key for wrapping key material, until it expires. */
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
/** Named grants, to answer a repeated CreateGrant with the same grant. */
export const grantNames = collection<[keyId: string, name: string, id: string], { id: string }>('kms.grant-names');
/** Grants by token, and by retiring principal. */
export const grantTokens = collection<[token: string], { keyId: string; id: string }>('kms.grant-tokens');
export const retirableGrants = collection<[principal: string, keyId: string, id: string], { id: string }>('kms.retirable-grants');
export const importParameters = collection<[keyId: string, token: string], ImportParameters>('kms.import-parameters');
export const lastUses = collection<[keyId: string], LastUse>('kms.last-uses');
