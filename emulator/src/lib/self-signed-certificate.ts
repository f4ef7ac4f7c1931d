// Self-signed RSA certificates, with the private key beside them. The library that makes them loads with the first one.
import { webcrypto } from 'node:crypto';

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
const DAY_MS = 24 * 3_600_000;

export interface SelfSignedCertificate {
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
}

/** `name`: `CN=example.com`. Valid from a day before `nowMs`, so that clocks may differ. */
export async function selfSignedCertificate(name: string, nowMs: number, validDays: number): Promise<SelfSignedCertificate> {
  // The library requires the reflection polyfill to be loaded before it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex'),
    name,
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(nowMs + validDays * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys: keys as never,
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const body = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return { privateKey: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`, certificate: `${made.toString('pem')}\n` };
}
