// Ports for functions behind the Web Adapter that run as processes of this machine: each environment gets one of its own, which `PORT` and `AWS_LWA_PORT` tell
// its program.
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { EnvironmentSpec } from '#containers/container-runtime';
import { type AdapterSettings, adapterSettings } from '#runtime-init/web-adapter/adapter-settings';
import { WEB_ADAPTER_MARK } from '#runtime-init/web-adapter/mark';

export interface ChosenPorts {
  readonly settings: AdapterSettings;
  /** Ports at which the program may listen, the likelier one first. */
  readonly ports: readonly number[];
  readonly variables: Readonly<Record<string, string>>;
  /** The environment has ended. */
  release(): void;
}

export class WebPorts {
  /** Ports that programs may have chosen themselves. */
  readonly #claimed = new Set<number>();

  /** Undefined where no layer asks for the adapter. `hasNetwork`: no other environment reaches its ports. */
  async choose({ layers, env }: EnvironmentSpec, hasNetwork: boolean): Promise<ChosenPorts | undefined> {
    if (!layers.some(({ localDir }) => existsSync(join(localDir, WEB_ADAPTER_MARK)))) return undefined;
    const settings = adapterSettings(env);
    const { port, readiness } = settings;
    if (hasNetwork) return { settings, ports: [port], variables: {}, release: () => undefined };
    const own = await listening(0);
    // A program may listen at its usual port whatever it is told: that is believed where nobody else can be there.
    const isUsable = !this.#claimed.has(port) && (await listening(port).catch(() => undefined)) !== undefined;
    if (isUsable) this.#claimed.add(port);
    const text = String(own);
    return {
      settings: readiness.port === port ? { ...settings, readiness: { ...readiness, port: undefined } } : settings,
      ports: isUsable ? [own, port] : [own],
      variables: { PORT: text, AWS_LWA_PORT: text },
      release: () => void (isUsable && this.#claimed.delete(port)),
    };
  }
}

/** Listens for a moment; 0 is a free port. Resolves to the port, rejects where another program has it. */
function listening(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}
