// The life of one container: created with mounts or copies, started, watched, removed.

import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';

export interface StartedContainer {
  /** Settles when the container has ended, with its exit status, or with undefined when the engine can no longer tell. */
  readonly ended: Promise<{ readonly code: number } | undefined>;
  /** The last lines of its output: for containers that never connected. */
  tail(): string;
  /** `ending`: the container is about to end by itself and gets a moment for it. */
  remove(ending?: boolean): Promise<void>;
}

const TAIL_BYTES = 4000;
const ENDS_WITHIN_MS = 1500;
const REMOVAL_ATTEMPTS = 4;
/** The container does not exist, or is being removed already. */
const isGone = (error: unknown): boolean => [404, 409].includes((error as { statusCode?: number }).statusCode ?? 0);

export async function startContainer(
  docker: Docker,
  options: ContainerCreateOptions,
  fill: ((container: Docker.Container) => Promise<void>) | undefined,
): Promise<StartedContainer> {
  const container = await docker.createContainer(options);
  const removed = options.HostConfig?.AutoRemove ?? false;
  const remove = (ending = false) => (removed ? removeFully(container, ending) : stopOnly(container));
  try {
    await fill?.(container);
    const { tail, closed } = await follow(docker, container);
    // Requested before the start, so that an end right afterwards is not missed.
    const exited = container.wait({ condition: 'next-exit' }).then(
      ({ StatusCode }: { StatusCode: number }) => ({ code: StatusCode }),
      () => undefined,
    );
    const ended = Promise.race([exited, engineLost(docker, closed)]);
    await container.start();
    return { ended, tail, remove };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** An engine asked to remove a container that it is removing by itself may do neither, so the result is checked. */
async function removeFully(container: Docker.Container, ending: boolean): Promise<void> {
  if (ending && (await goneWithin(container, ENDS_WITHIN_MS))) return;
  for (let attempt = 0; attempt < REMOVAL_ATTEMPTS; attempt++) {
    await container.remove({ force: true, v: true }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    if (await goneWithin(container, ENDS_WITHIN_MS)) return;
  }
}

async function stopOnly(container: Docker.Container): Promise<void> {
  await container.stop({ t: 0 }).catch((error: unknown) => {
    if (!isGone(error) && (error as { statusCode?: number }).statusCode !== 304) throw error;
  });
}

/** A container unknown to its engine is gone. @throws Error where the engine itself is gone */
async function goneWithin(container: Docker.Container, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    await container.wait({ condition: 'removed', abortSignal: limit.signal });
  } catch (error) {
    if (!isGone(error) && !limit.signal.aborted) throw error;
  }
  clearTimeout(timer);
  return container.inspect().then(
    () => false,
    (error: unknown) => (error as { statusCode?: number }).statusCode === 404,
  );
}

/** An engine that dies never answers the request for the container's end, but the container's output ends in either case. */
async function engineLost(docker: Docker, closed: Promise<void>): Promise<undefined> {
  await closed;
  await docker.ping().then(
    () => new Promise(() => undefined),
    () => undefined,
  );
}

async function follow(docker: Docker, container: Docker.Container): Promise<{ tail: () => string; closed: Promise<void> }> {
  let text = '';
  const stream = await container.attach({ stream: true, stdout: true, stderr: true });
  const keep = {
    write: (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-TAIL_BYTES);
      return true;
    },
  };
  docker.modem.demuxStream(stream, keep as unknown as NodeJS.WritableStream, keep as unknown as NodeJS.WritableStream);
  const closed = new Promise<void>((resolve) => {
    for (const event of ['error', 'end', 'close', 'aborted']) stream.on(event, () => resolve());
  });
  return { tail: () => text.trim(), closed };
}
