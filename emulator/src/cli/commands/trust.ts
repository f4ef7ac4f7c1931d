// `emulator trust`: shows the folder of the local certificate authority, and how to make each kind of client trust it.

import { readOptions } from '#config/options';
import { authorityDirectory } from '#config/places';
import { authorityFiles, openAuthority } from '#gateway/tls/authority';
import { authorityNames } from '#gateway/tls/authority-names';

export async function trust(given: { print?: boolean; json?: boolean }): Promise<void> {
  const options = readOptions(process.env);
  const directory = authorityDirectory(options, process.env);
  const notice = (text: string) => process.stderr.write(`${text}\n`);
  const { certificate } = await openAuthority(directory, { names: authorityNames(options), notice });
  const file = authorityFiles(directory).certificate;
  if (given.json) return void process.stdout.write(`${JSON.stringify({ file, certificate })}\n`);
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

It vouches for cloud names, localhost, 127.0.0.0/8, ::1, host.docker.internal and the names of GATEWAY_HOSTS, EMULATOR_HOST and HOSTNAME_FROM_FUNCTION\nwhen it was made, and for no others. Its key never leaves this machine; deleting the folder makes a new authority at the next start.
`);
}
