// `emulator trust`: where the local certificate authority lies, and how each kind of client is told to trust it.

import { readOptions } from '#config/options';
import { authorityDirectory } from '#config/places';
import { authorityFiles, openAuthority } from '#gateway/authority';

export async function trust(given: { print?: boolean }): Promise<void> {
  const directory = authorityDirectory(readOptions(process.env), process.env);
  const { certificate } = await openAuthority(directory);
  const file = authorityFiles(directory).certificate;
  if (given.print) {
    process.stdout.write(certificate);
    return;
  }
  process.stdout.write(`The emulator answers https:// on the same port, with certificates of its own authority:
  ${file}

One shell:
  export AWS_CA_BUNDLE=${file}          # AWS CLI, boto3
  export NODE_EXTRA_CA_CERTS=${file}    # Node
  export SSL_CERT_FILE=${file}          # OpenSSL, Go (Terraform)

This machine:
  Debian, Ubuntu   sudo cp ${file} /usr/local/share/ca-certificates/cloud-emulator.crt && sudo update-ca-certificates
  Fedora           sudo trust anchor ${file}
  macOS            sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ${file}
  Windows          certutil -addstore -f Root ${file}

Its key never leaves this machine; deleting the folder makes a new authority at the next start.
`);
}
