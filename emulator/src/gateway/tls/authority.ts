// The local certificate authority: made when TLS is first spoken, kept in a folder; issues one leaf certificate per server name. Its name
// constraints allow the emulator's own names alone, so that a stolen key gives no power over other names.

import { webcrypto } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { X509Certificate } from '@peculiar/x509';
import { EMULATED_DOMAINS } from '#lib/emulated-names';
import { NAME_CONSTRAINTS, nameConstraints } from './name-constraints.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 3600 * 1000;
const AUTHORITY_DAYS = 825;
const LEAF_DAYS = 397;
const MAX_LEAVES = 500;
const RENEW_BEFORE_MS = 7 * DAY_MS;
/** The names and networks of every emulator; names in its options are added. */
const NAMES: readonly string[] = [...EMULATED_DOMAINS, 'localhost', 'host.docker.internal', '127.0.0.0/8', '::1'];

export interface Authority {
  /** PEM of the authority's certificate: what a client must trust. */
  readonly certificate: string;
  /** Key and certificate of this server name, as PEM; kept once made. */
  leaf(serverName: string): Promise<Leaf>;
}

export interface AuthorityOptions {
  /** Further host names (each with all names below it) and addresses for which a new authority may issue certificates. */
  readonly names?: readonly string[] | undefined;
  /** Called when a new authority replaces the authority that clients trusted. */
  readonly notice?: ((text: string) => void) | undefined;
}

export interface Leaf {
  readonly key: string;
  readonly cert: string;
}

/** Names of the two files in `directory`. */
export const authorityFiles = (directory: string) => ({
  certificate: join(directory, 'authority.pem'),
  key: join(directory, 'authority-key.pem'),
});

/** Reads the authority from its folder, or makes it there. Without a folder it exists in memory only. */
export async function openAuthority(directory: string | undefined, { names = [], notice }: AuthorityOptions = {}): Promise<Authority> {
  const x509 = await library();
  const kept = directory === undefined ? undefined : read(directory);
  const outdated = kept && whyOutdated(new x509.X509Certificate(kept.certificate));
  if (outdated !== undefined)
    notice?.(
      `The local certificate authority in ${directory} ${outdated}: a new one takes its place. Trust it again (\`emulator trust\` says how) and the old one no longer.`,
    );
  const { certificate, privateKey } = kept && outdated === undefined ? await revive(kept) : await make(directory, [...NAMES, ...names]);
  const issuer = new x509.X509Certificate(certificate);
  const leaves = new Map<string, Promise<Leaf>>();

  const issue = async (name: string): Promise<Leaf> => {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const made = await x509.X509CertificateGenerator.create({
      serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex'),
      // Clients check an address in the common name like a host name.
      subject: `CN=${isIP(name) ? 'Cloud Emulator' : name.slice(0, 64)}`,
      issuer: issuer.subject,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Math.min(Date.now() + LEAF_DAYS * DAY_MS, issuer.notAfter.getTime())),
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey: privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(namesIn(name).map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }))),
        await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ],
    });
    const key = await pem('PRIVATE KEY', keys.privateKey);
    return { key, cert: `${made.toString('pem')}\n${certificate}` };
  };

  return {
    certificate,
    leaf: (serverName) => {
      const name = /^[\w.:-]{1,253}$/.test(serverName) ? serverName.toLowerCase() : 'localhost';
      let made = leaves.get(name);
      if (!made) {
        if (leaves.size >= MAX_LEAVES) leaves.delete(leaves.keys().next().value!);
        leaves.set(name, (made = issue(name)));
      }
      return made;
    },
  };
}

/** A client that connects to an address sends no server name: its certificate covers every name by which this machine calls itself. */
const namesIn = (name: string): readonly string[] => (name === 'localhost' ? [name, '127.0.0.1', '::1'] : [name]);

/** Loaded with the first TLS connection. The library requires the reflection polyfill to be loaded before it. */
async function library() {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  return x509;
}

async function make(
  directory: string | undefined,
  names: readonly string[],
): Promise<{ certificate: string; privateKey: webcrypto.CryptoKey }> {
  const x509 = await library();
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex'),
    name: 'CN=Cloud Emulator local authority',
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys: keys as never,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.Extension(NAME_CONSTRAINTS, true, nameConstraints([...new Set(names)])),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey as never),
    ],
  });
  const certificate = `${made.toString('pem')}\n`;
  if (directory !== undefined) {
    const files = authorityFiles(directory);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Removed first, because an existing file would keep its permissions.
    for (const file of Object.values(files)) rmSync(file, { force: true });
    chmodSync(directory, 0o700);
    writeFileSync(files.key, await pem('PRIVATE KEY', keys.privateKey), { mode: 0o600 });
    writeFileSync(files.certificate, certificate);
  }
  return { certificate, privateKey: keys.privateKey };
}

function read(directory: string): { certificate: string; key: string } | undefined {
  const files = authorityFiles(directory);
  try {
    const certificate = readFileSync(files.certificate, 'utf8');
    const key = readFileSync(files.key, 'utf8');
    chmodSync(directory, 0o700);
    chmodSync(files.key, 0o600);
    return { certificate, key };
  } catch {
    return undefined;
  }
}

/** Why a stored authority can no longer be used; undefined when it can. */
function whyOutdated(certificate: X509Certificate): string | undefined {
  if (certificate.notAfter.getTime() < Date.now() + RENEW_BEFORE_MS) return 'is out of date, or nearly so';
  if (certificate.getExtension(NAME_CONSTRAINTS)?.critical !== true) return 'could vouch for any name';
  return undefined;
}

async function revive({
  certificate,
  key,
}: {
  certificate: string;
  key: string;
}): Promise<{ certificate: string; privateKey: webcrypto.CryptoKey }> {
  const der = Buffer.from(key.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return { certificate, privateKey: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign']) };
}

async function pem(label: string, key: webcrypto.CryptoKey): Promise<string> {
  const text = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN ${label}-----\n${text.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`;
}
