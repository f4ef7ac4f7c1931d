// Checks X.509 certificates as IAM does: PEM, readable, and matching their private key.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { fault } from '#model/iam';

export function readCertificate(body: string): X509Certificate {
  try {
    return new X509Certificate(body);
  } catch {
    throw fault('MalformedCertificateException', `Unable to parse certificate. Please ensure the certificate is in PEM format.`);
  }
}

export function checkPrivateKey(certificate: X509Certificate, pem: string): void {
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw fault('MalformedCertificateException', 'Unable to parse key; the private key must be unencrypted and in PEM format.');
  }
  if (!certificate.checkPrivateKey(key)) throw fault('KeyPairMismatchException', 'Certificate and private key do not match.');
}

export const expiryOf = (certificate: X509Certificate): number => new Date(certificate.validTo).getTime();
