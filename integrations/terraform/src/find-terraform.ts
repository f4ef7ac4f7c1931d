// Finds the program: what TF_CMD names, else terraform, else OpenTofu, in PATH.
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from 'cloud-emulator-client/client-environment';

/** The absolute path; undefined if Terraform is not installed. */
export function findTerraform(environment: Environment): string | undefined {
  const names = environment['TF_CMD'] ? [environment['TF_CMD']] : ['terraform', 'tofu'];
  return names.map((name) => inPath(name, environment['PATH'] ?? '')).find((path) => path !== undefined);
}

function inPath(name: string, path: string): string | undefined {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const candidates = isAbsolute(name)
    ? [name]
    : path.split(delimiter).flatMap((folder) => extensions.map((extension) => join(folder, `${name}${extension}`)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
