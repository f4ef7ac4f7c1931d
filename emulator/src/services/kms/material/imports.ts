// Keys with material from the client: GetParametersForImport, ImportKeyMaterial, DeleteImportedKeyMaterial.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type ImportKeyMaterialRequest, operation } from '#model/kms';
import { invalid, unsupported } from '#services/kms/faults';
import { type LocatedKey, locateOwn, requireNotDeleted } from '#services/kms/find-key';
import { KEY_SPECS } from '#services/kms/key-specs';
import { type ImportParameters, importParameters, type Material, materials } from '#services/kms/state';
import { asSecret, unwrap } from './import-wrapping.ts';
import { keepImported, placeFor, takeMaterial } from './imported-material.ts';
import { materialId, newPrivateKey, type Secret } from './material.ts';
import { DAY_MS } from './rotate.ts';

const PARAMETERS_LAST_MS = DAY_MS;
/** Limit: days that imported key material is valid. */
const MAX_VALIDITY_DAYS = 365;
const TOKEN_LENGTH = 64;

export const GetParametersForImport = operation('GetParametersForImport', async (input, ctx) => {
  const { WrappingAlgorithm: algorithm, WrappingKeySpec: spec } = input;
  locateImporting(input.KeyId, ctx);
  if (algorithm === 'SM2PKE' || spec === 'SM2') throw unsupported('SM2 keys exist in the China regions only and are not emulated.');
  if (algorithm === 'RSAES_PKCS1_V1_5') throw unsupported('The wrapping algorithm RSAES_PKCS1_V1_5 is no longer supported.');
  const wrapping = await newPrivateKey(KEY_SPECS[spec]!);
  const { there, key, arn } = locateImporting(input.KeyId, ctx);
  const token = ctx.random(TOKEN_LENGTH);
  const validToMs = ctx.now() + PARAMETERS_LAST_MS;
  const pem = wrapping.export({ type: 'pkcs8', format: 'pem' }) as string;
  there.write((tx) => {
    tx.put(there.records(importParameters), [key.id, token], { keyId: key.id, algorithm, pem, validToMs });
    // Kept for one more day, to tell an expired token from an unknown one.
    there.later(tx, 'kms.forget-parameters', [key.id, token], validToMs + DAY_MS);
  });
  return {
    KeyId: arn,
    ImportToken: Uint8Array.from(Buffer.from(token)),
    PublicKey: Uint8Array.from(createPublicKey(wrapping).export({ type: 'spki', format: 'der' })),
    ParametersValidTo: new Date(validToMs),
  };
});

export const ImportKeyMaterial = operation('ImportKeyMaterial', (input, ctx) => {
  const found = locateImporting(input.KeyId, ctx);
  const { key, arn } = found;
  if (key.state === 'Disabled') throw fault('DisabledException', `${arn} is disabled.`);
  const validToMs = expiryOf(input, ctx.now());
  const secret = secretIn(input, parametersOf(found, input.ImportToken), key.spec);
  const id = materialId(key.id, secret);
  if (input.KeyMaterialId !== undefined && input.KeyMaterialId !== id) throw wrongMaterial();
  const place = placeFor(found, input, id);
  const description = input.KeyMaterialDescription ?? place.before?.imported?.description;
  const material: Frozen<Material> = {
    ...(place.before ?? { number: place.number, id, createdMs: ctx.now() }),
    ...secret,
    ...(place.pending && { pending: true }),
    imported: { ...(description !== undefined && { description }), ...(validToMs !== undefined && { validToMs }) },
  };
  keepImported(found, material);
  return { KeyId: arn, KeyMaterialId: id };
});

export const DeleteImportedKeyMaterial = operation('DeleteImportedKeyMaterial', ({ KeyId, KeyMaterialId }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireExternal(found);
  const { there, key, arn } = found;
  const all = there.records(materials).range([key.id]);
  const material = all.find(({ id, number }) => (KeyMaterialId === undefined ? number === key.materialNumber : id === KeyMaterialId));
  if (KeyMaterialId !== undefined && !material) throw fault('NotFoundException', `Key material ${KeyMaterialId} does not exist.`);
  if (material) there.write((tx) => takeMaterial(tx, key, material, there));
  return { KeyId: arn, ...(material && { KeyMaterialId: material.id }) };
});

function requireExternal({ key, arn }: LocatedKey): void {
  if (key.origin !== 'EXTERNAL') throw unsupported(`${arn} origin is ${key.origin} which is not valid for this operation.`);
}

function locateImporting(name: string, ctx: Ctx): LocatedKey {
  const found = locateOwn(name, ctx);
  requireExternal(found);
  requireNotDeleted(found);
  return found;
}

/** When the material expires; undefined for never. */
function expiryOf(
  { ExpirationModel: model = 'KEY_MATERIAL_EXPIRES', ValidTo }: ImportKeyMaterialRequest,
  nowMs: number,
): number | undefined {
  if (model === 'KEY_MATERIAL_DOES_NOT_EXPIRE') {
    if (ValidTo) throw invalid('A validTo date must not be set if the ExpirationModel is KEY_MATERIAL_DOES_NOT_EXPIRE');
    return undefined;
  }
  if (!ValidTo) throw invalid('A validTo date must be set if the ExpirationModel is KEY_MATERIAL_EXPIRES');
  const validToMs = ValidTo.getTime();
  if (validToMs <= nowMs || validToMs > nowMs + MAX_VALIDITY_DAYS * DAY_MS)
    throw invalid(`The validTo date must be in the future and no more than ${MAX_VALIDITY_DAYS} days from now`);
  return validToMs;
}

function parametersOf({ there, key }: LocatedKey, token: Uint8Array): Frozen<ImportParameters> {
  const found = there.records(importParameters).get([key.id, Buffer.from(token).toString('latin1')]);
  if (!found) throw fault('InvalidImportTokenException', 'The import token is invalid or is associated with a different KMS key.');
  if (found.validToMs <= there.now()) throw fault('ExpiredImportTokenException', 'The import token has expired.');
  return found;
}

function secretIn({ EncryptedKeyMaterial }: ImportKeyMaterialRequest, { algorithm, pem }: Frozen<ImportParameters>, spec: string): Secret {
  const bytes = unwrap(algorithm, createPrivateKey(pem), EncryptedKeyMaterial);
  if (!bytes) throw fault('InvalidCiphertextException', 'The encrypted key material could not be decrypted.');
  const secret = asSecret(spec, bytes);
  if (!secret) throw wrongMaterial();
  return secret;
}

const wrongMaterial = () =>
  fault('IncorrectKeyMaterialException', 'The key material in the request is invalid or does not match this KMS key.');
