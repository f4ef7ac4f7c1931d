// SAML providers. Their metadata is stored as given, and read only to check that it is SAML metadata.
import { createPrivateKey } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type UpdateSAMLProviderRequest } from '#model/iam';
import { iamArn, wholeSecond } from '#services/iam/naming';
import { type SamlProvider, samlProviders } from '#services/iam/state';
import { IAM_TAGS, shownTags } from '#services/iam/tag-rules';

const VALID_MS = 100 * 365 * 86_400_000;
/** Limit: private keys of a SAML provider. */
const MAX_KEYS = 2;

export function findSamlProvider(arn: string, ctx: Ctx): Frozen<SamlProvider> {
  const provider = ctx.records(samlProviders).get([arn]);
  if (!provider) throw fault('NoSuchEntityException', `Manifest not found for arn ${arn}`);
  return provider;
}

function checkMetadata(document: string): void {
  if (!/<(?:\w+:)?EntityDescriptor[\s>]/.test(document) || !/entityID\s*=/.test(document))
    throw fault('InvalidInputException', 'Could not parse metadata');
}

function readKey(pem: string, ctx: Ctx): { id: string; addedMs: number; pem: string } {
  try {
    createPrivateKey(pem);
  } catch {
    throw fault('InvalidInputException', 'Could not parse the private key: it must be unencrypted and in PEM format.');
  }
  return { id: ctx.random(32, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), addedMs: wholeSecond(ctx), pem };
}

export const CreateSAMLProvider = operation('CreateSAMLProvider', async (input, ctx) => {
  const arn = iamArn(`saml-provider/${input.Name}`, ctx);
  checkMetadata(input.SAMLMetadataDocument);
  const metadata = await ctx.blobs.put(Buffer.from(input.SAMLMetadataDocument));
  if (ctx.records(samlProviders).has([arn]))
    throw fault('EntityAlreadyExistsException', `SAMLProvider with name ${input.Name} already exists.`);
  const provider: SamlProvider = {
    arn,
    uuid: `SAML${ctx.random(17, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
    metadata,
    createdMs: wholeSecond(ctx),
    validUntilMs: ctx.now() + VALID_MS,
    encryption: input.AssertionEncryptionMode as SamlProvider['encryption'],
    keys: input.AddPrivateKey === undefined ? [] : [readKey(input.AddPrivateKey, ctx)],
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
  };
  ctx.write((tx) => {
    tx.hold(metadata);
    tx.put(ctx.records(samlProviders), [arn], provider);
  });
  return { SAMLProviderArn: arn, ...shownTags(provider.tags) };
});

export const GetSAMLProvider = operation('GetSAMLProvider', async (input, ctx) => {
  const provider = findSamlProvider(input.SAMLProviderArn, ctx);
  return {
    SAMLProviderUUID: provider.uuid,
    SAMLMetadataDocument: Buffer.from(await ctx.blobs.read(provider.metadata)).toString(),
    CreateDate: new Date(provider.createdMs),
    ValidUntil: new Date(provider.validUntilMs),
    ...(provider.encryption === undefined ? {} : { AssertionEncryptionMode: provider.encryption }),
    ...(provider.keys.length === 0
      ? {}
      : { PrivateKeyList: provider.keys.map(({ id, addedMs }) => ({ KeyId: id, Timestamp: new Date(addedMs) })) }),
    ...shownTags(provider.tags),
  };
});

export const ListSAMLProviders = operation('ListSAMLProviders', (_, ctx) => ({
  SAMLProviderList: ctx
    .records(samlProviders)
    .range()
    .map(({ arn, createdMs, validUntilMs }) => ({ Arn: arn, ValidUntil: new Date(validUntilMs), CreateDate: new Date(createdMs) })),
}));

export const UpdateSAMLProvider = operation('UpdateSAMLProvider', async (input, ctx) => {
  const document = input.SAMLMetadataDocument;
  if (document !== undefined) checkMetadata(document);
  const change = () => {
    const provider = findSamlProvider(input.SAMLProviderArn, ctx);
    return { provider, keys: changedKeys(provider, input, ctx) };
  };
  // Check before the blob is stored, and once more in the write: the provider may have changed in between.
  change();
  const metadata = document === undefined ? undefined : await ctx.blobs.put(Buffer.from(document));
  const { provider, keys } = change();
  ctx.write((tx) => {
    if (metadata) {
      tx.hold(metadata);
      tx.release(provider.metadata);
    }
    const encryption = (input.AssertionEncryptionMode as SamlProvider['encryption']) ?? provider.encryption;
    tx.put(ctx.records(samlProviders), [provider.arn], { ...provider, metadata: metadata ?? provider.metadata, encryption, keys });
  });
  return { SAMLProviderArn: provider.arn };
});

function changedKeys({ keys }: Frozen<SamlProvider>, { RemovePrivateKey, AddPrivateKey }: UpdateSAMLProviderRequest, ctx: Ctx) {
  const kept = keys.filter(({ id }) => id !== RemovePrivateKey);
  if (RemovePrivateKey !== undefined && kept.length === keys.length)
    throw fault('NoSuchEntityException', `Private key ${RemovePrivateKey} cannot be found.`);
  const changed = AddPrivateKey === undefined ? kept : [...kept, readKey(AddPrivateKey, ctx)];
  if (changed.length > MAX_KEYS) throw fault('LimitExceededException', `Cannot exceed quota for PrivateKeysPerSAMLProvider: ${MAX_KEYS}`);
  return changed;
}

export const DeleteSAMLProvider = operation('DeleteSAMLProvider', (input, ctx) => {
  const provider = findSamlProvider(input.SAMLProviderArn, ctx);
  ctx.write((tx) => {
    tx.release(provider.metadata);
    tx.delete(ctx.records(samlProviders), [provider.arn]);
  });
});
