// Makes programs in the container trust the emulator's local certificate authority, in addition to those that the image trusts.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Log } from './log.ts';

const FOLDER = '/etc/cloud-emulator';
const AUTHORITY = `${FOLDER}/authority.pem`;
const BUNDLE = `${FOLDER}/certificates.pem`;

/** Files in which images keep the certificates that they trust. */
const systemBundles = [
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Variables that tell each language's clients whom to trust, NODE_OPTIONS included; none when the emulator does not show its authority. */
export async function trustVariables(endpoint: string, nodeOptions: string, log: Log): Promise<Record<string, string>> {
  try {
    const authority = await get(new URL('/_emulator/authority', endpoint));
    const system = systemBundles.find((path) => existsSync(path));
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(AUTHORITY, authority, { mode: 0o644 });
    writeFileSync(BUNDLE, `${system === undefined ? '' : `${readFileSync(system, 'utf8').trimEnd()}\n`}${authority}`, { mode: 0o644 });
    const ours = { SSL_CERT_FILE: BUNDLE, AWS_CA_BUNDLE: BUNDLE };
    // The image has no bundle: the certificates that clients bring themselves are better than ours alone.
    if (system === undefined) return { ...ours, NODE_EXTRA_CA_CERTS: AUTHORITY };
    // NODE_EXTRA_CA_CERTS would make every start of Node.js 20 ms slower.
    return { ...ours, REQUESTS_CA_BUNDLE: BUNDLE, CURL_CA_BUNDLE: BUNDLE, NODE_OPTIONS: `${nodeOptions} --use-openssl-ca`.trim() };
  } catch (error) {
    log('warn', `the emulator's certificates are not trusted: ${(error as Error).message}`);
    return {};
  }
}

function get(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200 && text.includes('BEGIN CERTIFICATE')) resolve(text);
        else reject(new Error(`${url.href} answered ${answer.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end();
  });
}
