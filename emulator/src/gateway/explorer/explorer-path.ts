// Where the explorer is served; apart from the code that serves it, which loads with the first request.

export const EXPLORER_PATH = '/_emulator/ui';

/** Whether the path is the explorer's, which the management endpoints then do not see. */
export const isExplorerPath = (path: string): boolean =>
  path.startsWith(EXPLORER_PATH) && /^(?:$|[/?])/.test(path.slice(EXPLORER_PATH.length));
