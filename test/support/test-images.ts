// Small images for the contract suite, made from what this machine has: an interpreter with its libraries, a shell, our own bootstraps.
// No registry is asked.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type Docker from 'dockerode';
import { packTar } from '#containers/dialled-in/tar';
import type { findEngine } from '#containers/docker/engine';
import { assetPath } from '#containers/embedded/assets';
import { findInterpreters, nearest } from '#containers/embedded/interpreters';

/** Why containers cannot run here: the configured place, or the usual places where something was found. */
export function whyNoEngine(found: Awaited<ReturnType<typeof findEngine>>): string | undefined {
  if (found.ok) return undefined;
  const places = found.reason.split(', ');
  const telling = places.length === 1 ? places : places.filter((place) => !place.endsWith('(not there)'));
  return `no container engine answers: ${telling.join(', ') || 'no DOCKER_HOST, and no socket where engines have theirs'}`;
}

/** Image by runtime, as `FUNCTION_RUNTIME_IMAGE_MAPPING` takes them. */
export type TestImages = Readonly<Record<string, string>>;

const tools = [
  ...['sh', 'env', 'cat', 'sleep', 'grep', 'sed', 'tr', 'cut', 'tail', 'touch', 'ls', 'id', 'mktemp', 'curl', 'find', 'head', 'wc', 'cp'],
  ...['chmod', 'readlink', 'rm', 'ln', 'mkdir', 'setsid'],
  // Programs that a hostile function would bring along.
  ...['mount', 'umount', 'unshare', 'chroot', 'mknod', 'hostname', 'date', 'swapoff', 'chown', 'setpriv', 'nice', 'dmesg', 'nsenter'],
  ...['chrt', 'losetup', 'insmod', 'sysctl', 'keyctl'],
];

const found = (command: string): string | undefined =>
  ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((dir) => join(dir, command)).find((path) => existsSync(path));

/** The files that the loader would load, the loader included. */
function librariesOf(program: string): string[] {
  try {
    const text = execFileSync('ldd', [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return [...text.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path as string);
  } catch {
    return [];
  }
}

function put(root: string, from: string, to = from): void {
  const target = join(root, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(realpathSync(from), target);
  for (const library of librariesOf(from)) {
    if (existsSync(join(root, library))) continue;
    mkdirSync(dirname(join(root, library)), { recursive: true });
    cpSync(realpathSync(library), join(root, library));
  }
}

function base(): string {
  const root = mkdtempSync(join(tmpdir(), 'cloud-emulator-image-'));
  for (const dir of ['tmp', 'var/task', 'var/runtime', 'var/rapid', 'var/lang/bin', 'opt', 'proc', 'sys', 'dev', 'etc', 'bin', 'usr/bin'])
    mkdirSync(join(root, dir), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n');
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  for (const tool of tools) {
    const path = found(tool);
    if (path) put(root, path, join(tool === 'sh' ? 'bin' : 'usr/bin', tool));
  }
  if (existsSync(CERTIFICATES)) put(root, CERTIFICATES);
  // Libraries that init needs: the C library with its parts.
  for (const library of librariesOf(process.execPath)) if (/\/(ld-|lib(c|m|dl|pthread|rt)\.so)/.test(library)) put(root, library);
  return root;
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const script = (root: string, path: string, text: string) => {
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), 0o755);
};

function nodeRoot(generation: 3 | 4): string {
  const root = base();
  put(root, process.execPath, '/var/lang/bin/node');
  cpSync(assetPath('.'), join(root, 'var/runtime'), { recursive: true });
  script(root, 'var/runtime/bootstrap', `#!/bin/sh\nexec /var/lang/bin/node /var/runtime/node/bootstrap.cjs ${generation}\n`);
  return root;
}

async function pythonRoot(release: number): Promise<string | undefined> {
  const interpreter = nearest((await findInterpreters('python')).found, release);
  if (!interpreter) return undefined;
  const root = base();
  const path = realpathSync(interpreter.path);
  const home = dirname(dirname(path));
  const name = `python${interpreter.version.split('.').slice(0, 2).join('.')}`;
  put(root, path, '/var/lang/bin/python3');
  const from = join(home, 'lib', name);
  cpSync(from, join(root, 'var/lang/lib', name), {
    recursive: true,
    filter: (each) => !/\/(test|tests|idlelib|tkinter|ensurepip|site-packages|__pycache__|config-[^/]*)$/.test(each),
  });
  const modules = join(from, 'lib-dynload');
  for (const module of readdirSync(modules)) for (const library of librariesOf(join(modules, module))) put(root, library);
  cpSync(assetPath('.'), join(root, 'var/runtime'), { recursive: true });
  script(
    root,
    'var/runtime/bootstrap',
    `#!/bin/sh\nexport PYTHONHOME=/var/lang\nexec /var/lang/bin/python3 -B -S -X utf8 /var/runtime/python/bootstrap.py ${release} /opt\n`,
  );
  return root;
}

/** As in the official images. */
const changes = ['ENV PATH=/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin'];

/** Part of their names: images of an earlier run may lack some. */
const TOOLS_HASH = createHash('sha256').update(tools.join()).digest('hex').slice(0, 8);

/** Runtime, name of the image, and what makes the folder with its files; undefined where this machine lacks the interpreter. */
const wanted: readonly (readonly [string, string, () => string | undefined | Promise<string | undefined>])[] = [
  ['nodejs20.x', 'node-3', () => nodeRoot(3)],
  ['nodejs24.x', 'node-4', () => nodeRoot(4)],
  ['python3.12', 'python-3.12', () => pythonRoot(12)],
  ['provided.al2023', 'provided', base],
  ['provided.al2', 'provided', base],
];

/** Root folders of the images, by runtime, for engines that start processes in folders. The caller removes them. */
export async function testImageRoots(runtimes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const roots = new Map<string, string>();
  for (const [runtime, , make] of wanted) {
    const root = runtimes.includes(runtime) ? await make() : undefined;
    if (root !== undefined) roots.set(runtime, root);
  }
  return roots;
}

/** Imports the images, unless they exist from an earlier run. */
export async function importTestImages(docker: Docker): Promise<TestImages> {
  const images: Record<string, string> = {};
  for (const [runtime, name, make] of wanted) {
    const tag = `${name}-${TOOLS_HASH}`;
    const image = `cloud-emulator-test:${tag}`;
    const here = await docker
      .getImage(image)
      .inspect()
      .then(
        () => true,
        () => false,
      );
    if (!here) {
      const root = await make();
      if (root === undefined) continue;
      const done = await docker.importImage(packTar({ from: root, to: '' }), { repo: 'cloud-emulator-test', tag, changes });
      await new Promise<void>((resolve, reject) =>
        done
          .on('error', reject)
          .on('end', () => resolve())
          .resume(),
      );
      rmSync(root, { recursive: true, force: true });
    }
    images[runtime] = image;
  }
  return images;
}
