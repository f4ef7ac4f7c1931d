import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#lib/child-process';
import { isMissing } from '../../../../test/support/is-missing.ts';
import { authorityFiles, openAuthority } from './authority.ts';

const noOpenssl = await runCommand('openssl', ['version']).then(
  () => undefined,
  () => 'no openssl on PATH',
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Connects as a client that trusts the authority to a server with the certificate of a name: true, or the client's error. */
async function trusted(name: string): Promise<true | string> {
  const authority = await openAuthority(undefined, { names: ['emulator', '172.17.0.1'] });
  const server = tls.createServer(await authority.leaf(name), (socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  try {
    return await new Promise((resolve) => {
      const servername = /[:]|^\d/.test(name) ? '' : name;
      const client = tls.connect({ host: '127.0.0.1', port, servername, ca: authority.certificate, checkServerIdentity: () => undefined });
      client.once('secureConnect', () => resolve(true));
      client.once('error', (error: NodeJS.ErrnoException) => resolve(error.message));
      client.once('close', () => client.destroy());
    });
  } finally {
    server.close();
  }
}

describe('the local authority', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    'sqs.us-east-1.amazonaws.com',
    'bucket.s3.cn-north-1.amazonaws.com.cn',
    'id.lambda-url.us-east-1.on.aws',
    's3.dualstack.api.aws',
    's3.localhost.localstack.cloud',
    'host.docker.internal',
    'emulator',
    '172.17.0.1',
  ])('vouches for %s', async (name) => {
    expect(await trusted(name)).toBe(true);
  });

  it.each([
    'bank.example',
    'amazon.com',
    'notamazonaws.com',
    'amazonaws.com.evil.example',
    'localstack.cloud',
    'github.com',
    '10.0.0.1',
    '172.17.0.2',
    '::2',
    '2001:db8::1',
  ])('is not believed about %s', async (name) => {
    expect(await trusted(name)).toBe('permitted subtree violation');
  });

  it.skipIf(isMissing('openssl about the local authority', noOpenssl))('is judged in the same way by openssl', async () => {
    const authority = await openAuthority(folder);
    const verify = async (name: string) => {
      const file = join(folder, 'leaf.pem');
      writeFileSync(file, (await authority.leaf(name)).cert);
      return runCommand('openssl', ['verify', '-CAfile', authorityFiles(folder).certificate, file]).then(
        ({ stdout }) => stdout.trim(),
        (error: Error) => error.message,
      );
    };
    expect(await verify('sqs.us-east-1.amazonaws.com')).toMatch(/: OK$/);
    expect(await verify('bank.example')).toContain('permitted subtree violation');
    const { stdout } = await runCommand('openssl', ['x509', '-noout', '-text', '-in', authorityFiles(folder).certificate]);
    expect(stdout).toContain('X509v3 Name Constraints: critical');
    expect(stdout).toContain('IP:127.0.0.0/255.0.0.0');
  });

  it('is readable by its owner only, and becomes so again', async () => {
    await openAuthority(folder);
    const { key } = authorityFiles(folder);
    const modes = () => [statSync(folder).mode & 0o777, statSync(key).mode & 0o777];
    expect(modes()).toEqual([0o700, 0o600]);
    chmodSync(folder, 0o755);
    chmodSync(key, 0o644);
    await openAuthority(folder);
    expect(modes()).toEqual([0o700, 0o600]);
  });

  it('stays the same one', async () => {
    const notices: string[] = [];
    const [first, second] = [await openAuthority(folder), await openAuthority(folder, { notice: (text) => notices.push(text) })];
    expect(second.certificate).toBe(first.certificate);
    expect(notices).toEqual([]);
  });

  it('replaces one that could vouch for any name, and says so', async () => {
    const { key, certificate } = authorityFiles(folder);
    await unconstrained(key, certificate);
    const before = readFileSync(certificate, 'utf8');
    const notices: string[] = [];
    const authority = await openAuthority(folder, { notice: (text) => notices.push(text) });
    expect(authority.certificate).not.toBe(before);
    expect(readFileSync(certificate, 'utf8')).toBe(authority.certificate);
    expect(notices).toEqual([expect.stringMatching(/^The local certificate authority in .* could vouch for any name: .* Trust it again/)]);
  });
});

/** Writes an authority without name constraints, as earlier versions made it. */
async function unconstrained(keyFile: string, certificateFile: string): Promise<void> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Cloud Emulator local authority',
    notAfter: new Date(Date.now() + 1e10),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  writeFileSync(certificateFile, made.toString('pem'));
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  writeFileSync(keyFile, `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`, { mode: 0o600 });
}
