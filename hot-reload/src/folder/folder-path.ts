// Reads the path of a folder as people write it: with variables, in the forms of Windows and of WSL. Pure.

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `C:\…`, `C:/…`, or `\\server\share`. */
const DRIVE = /^([A-Za-z]):(?:[\\/](.*))?$/s;
/** The files of a WSL distribution, seen from Windows. */
const WSL_SHARE = /^[\\/]{2}(?:wsl\$|wsl\.localhost)[\\/][^\\/]+[\\/]?(.*)$/is;
/** A drive of Windows, seen from WSL and from Git Bash. */
const MOUNTED_DRIVE = /^\/(?:mnt\/)?([a-z])(?:\/(.*))?$/s;

/** `$NAME` and `${NAME}`. Variables that are not set stay as they are written, as in Python's `expandvars`. */
export const expandVariables = (text: string, environment: Machine['environment']): string =>
  text.replace(/\$(?:(\w+)|\{([^}]*)\})/g, (written, plain?: string, braced?: string) => environment[plain ?? braced ?? ''] ?? written);

export const isAbsolutePath = (path: string): boolean => path.startsWith('/') || path.startsWith('\\\\') || DRIVE.test(path);

/**
 * The path in the form of this machine, without a slash at the end: `C:\Users\me` is `/mnt/c/Users/me` on Linux, and `/mnt/c/Users/me` is
 * `C:\Users\me` on Windows. Undefined if it is relative once its variables are expanded.
 */
export function folderPath(written: string, { platform, environment }: Machine): string | undefined {
  const path = expandVariables(written, environment);
  if (!isAbsolutePath(path)) return undefined;
  return platform === 'win32' ? onWindows(path) : onUnix(path);
}

function onUnix(path: string): string {
  const [isShare, inside = ''] = WSL_SHARE.exec(path) ?? [];
  if (isShare !== undefined) return tidy(`/${inside.replaceAll('\\', '/')}`);
  const [isDrive, letter = '', rest = ''] = DRIVE.exec(path) ?? [];
  return tidy(isDrive === undefined ? path : `/mnt/${letter.toLowerCase()}/${rest.replaceAll('\\', '/')}`);
}

const tidy = (path: string): string => path.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '');

function onWindows(path: string): string {
  const [isMounted, letter = '', rest = ''] = MOUNTED_DRIVE.exec(path) ?? [];
  const windows = (isMounted === undefined ? path : `${letter.toUpperCase()}:/${rest}`).replaceAll('/', '\\');
  return windows.replace(/(?<=[^:\\])\\+$/, '');
}

/** The folder as a URL, as the established emulator shows it: `file:///srv/app`. */
export const folderUrl = (folder: string): string => `file://${folder}`;
