// Opens one SDK client package: its run-time schemas, its protocol settings, and the folder of its declarations.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ProtocolId } from '#protocol/ir';

const require = createRequire(import.meta.url);

export interface ClientPackage {
  name: string;
  version: string;
  /** All exports of the package, by name. */
  exports: Record<string, unknown>;
  declarations: string;
  protocol: ProtocolId;
  settings: ProtocolSettings;
  signingName: string;
}

interface ProtocolSettings {
  defaultNamespace: string;
  version: string;
  serviceTarget: string;
  xmlNamespace?: string;
  awsQueryCompatible?: boolean;
}

interface Client {
  config: {
    protocolSettings: ProtocolSettings;
    protocol: { getShapeId(): string };
    defaultSigningName?: string;
    httpAuthSchemeProvider?: unknown;
  };
}

const PROTOCOLS: Record<string, ProtocolId> = {
  'aws.protocols#awsJson1_0': 'awsJson1_0',
  'aws.protocols#awsJson1_1': 'awsJson1_1',
  'aws.protocols#awsQuery': 'awsQuery',
  'aws.protocols#restJson1': 'restJson1',
  'aws.protocols#restXml': 'restXml',
  'smithy.protocols#rpcv2Cbor': 'rpcv2Cbor',
};

/** The package contains the signing name only as text in its authentication schemes. */
function readSigningName(root: string): string {
  const text = readFileSync(join(root, 'dist-cjs/index.js'), 'utf8');
  const name = /signingProperties: \{\s*name: "([\w-]+)"/.exec(text)?.[1];
  if (!name) throw new Error(`No signing name in ${root}`);
  return name;
}

export function openPackage(shortName: string): ClientPackage {
  const name = `@aws-sdk/client-${shortName}`;
  const manifest = require.resolve(`${name}/package.json`);
  const root = dirname(manifest);
  const exports = require(name) as Record<string, unknown>;
  const found = Object.entries(exports).find(([key, value]) => key.endsWith('Client') && key !== '__Client' && typeof value === 'function');
  if (!found) throw new Error(`${name} exports no client`);
  const { config } = new (found[1] as new (options: object) => Client)({
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const protocol = PROTOCOLS[config.protocol.getShapeId()];
  if (!protocol) throw new Error(`${name} speaks the unknown protocol ${config.protocol.getShapeId()}`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return {
    name,
    version,
    exports,
    declarations: join(root, 'dist-types'),
    protocol,
    settings: config.protocolSettings,
    signingName: readSigningName(root),
  };
}
