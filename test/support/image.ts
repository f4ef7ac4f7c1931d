// The emulator's image for tests, built on this machine's own Node, where a container engine answers.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importLocalBase } from './local-base.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const docker = (...args: string[]): string =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export function whyNoImage(): string | undefined {
  if (!existsSync(`${ROOT}emulator/dist/cli.js`)) return 'there is no bundle: npm run build';
  try {
    docker('version', '--format', '{{.Server.Version}}');
    return undefined;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return missing ? 'no docker in PATH' : 'no container engine answers the docker command, DOCKER_HOST may name one';
  }
}

/** Whether containers have a network of their own, with ports that are published. */
export const hasBridge = (): boolean => docker('network', 'ls', '--format', '{{.Driver}}').split('\n').includes('bridge');

/** Docker Compose: the plugin, or the program before it. */
export const composeCommand = (): string[] | undefined =>
  [['docker', 'compose'], ['docker-compose']].find(([command = '', ...words]) => {
    try {
      execFileSync(command, [...words, 'version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });

/** Where the engine is asked, where that is a file that containers can be given. */
export function engineSocket(): string | undefined {
  const host = process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock';
  return host.startsWith('unix://') ? host.slice('unix://'.length) : undefined;
}

export function buildImage(name: string): void {
  importLocalBase(`${name}-base`);
  const env = { ...process.env, BASE: `${name}-base`, IMAGE: name };
  execFileSync('npx', ['tsx', 'emulator/image/build.ts'], { cwd: ROOT, stdio: 'ignore', env });
}

export const removeImage = (name: string): string => docker('rmi', '--force', name, `${name}-base`);
