// The collections of ECR: repositories and policies; no images.
import { collection } from '#core/records';

export interface Repository {
  readonly name: string;
  readonly arn: string;
  readonly uri: string;
  readonly createdMs: number;
  readonly mutability: string;
  readonly exclusions: readonly { readonly filterType: string; readonly filter: string }[];
  readonly scanOnPush: boolean;
  readonly encryption: { readonly encryptionType: string; readonly kmsKey?: string | undefined };
  readonly tags: Readonly<Record<string, string>>;
  readonly policy?: string | undefined;
  readonly lifecyclePolicy?: string | undefined;
  readonly lifecycleSetMs?: number | undefined;
}

export const repositories = collection<[name: string], Repository>('ecr.repositories');
