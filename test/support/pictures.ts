// Pictures of pages that are kept beside a test, and compared. They hold for the browser and the fonts that made them alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { browserVersion } from './browser.ts';

const MAX_DIFFERING_SHARE = 0.001;
const MAX_SETTLING_MS = 15_000;
const BETWEEN_LOOKS_MS = 100;
/** Before a picture is kept: no later look corrects it. */
const LOOKS_BEFORE_KEEPING = 10;
const MAX_COLOURS = 256;
/** How far a colour may be from the one that is kept, from 0 to 1: the colours of shadows and of the edges of letters are brought together. */
const MAX_COLOUR_DISTANCE = 0.03;

interface Maker {
  readonly browser: string;
  /** The hash of the names, files and versions of all fonts. */
  readonly fonts: string;
}

/** `folder` keeps the pictures and, in `made-by.json`, the browser and the fonts that made them. `anew`: writes them instead of comparing. */
export class Pictures {
  readonly #folder: string;
  readonly #anew: boolean;
  #failures: string | undefined;

  constructor(folder: string, anew: boolean) {
    this.#folder = folder;
    this.#anew = anew;
  }

  /** Why they cannot be compared here; undefined where they can. */
  whyNot(): string | undefined {
    if (this.#anew) return undefined;
    const made = JSON.parse(readFileSync(this.#maker, 'utf8')) as Maker;
    const here = makerHere();
    if (made.browser !== here.browser) return `its pictures were made by ${made.browser}, and here is ${here.browser}`;
    return made.fonts === here.fonts ? undefined : 'its pictures were made with other fonts than there are here';
  }

  get #maker(): string {
    return join(this.#folder, 'made-by.json');
  }

  /** @throws Error with the paths of the picture and of the differences, where more than 0.1 % of the pixels differ */
  async check(page: Page, name: string): Promise<void> {
    const path = join(this.#folder, `${name}.png`);
    if (this.#anew) {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(path, withPalette(PNG.sync.read(await stillPicture(page, LOOKS_BEFORE_KEEPING))));
      writeFileSync(this.#maker, `${JSON.stringify(makerHere(), undefined, 2)}\n`);
      return;
    }
    if (!existsSync(path)) throw new Error(`${name} has no picture yet`);
    const wanted = PNG.sync.read(readFileSync(path));
    const end = Date.now() + MAX_SETTLING_MS;
    for (;;) {
      const actual = PNG.sync.read(await stillPicture(page));
      const { width, height } = wanted;
      const differences = new PNG({ width, height });
      const sameSize = actual.width === width && actual.height === height;
      const differing = sameSize
        ? pixelmatch(wanted.data, actual.data, differences.data, width, height, { threshold: MAX_COLOUR_DISTANCE })
        : width * height;
      if (differing <= width * height * MAX_DIFFERING_SHARE) return;
      if (Date.now() < end) continue;
      this.#failures ??= mkdtempSync(join(tmpdir(), 'pictures-'));
      const [actualPath, differencesPath] = [`${name}.png`, `${name}-differences.png`].map((file) => join(this.#failures!, file));
      writeFileSync(actualPath!, PNG.sync.write(actual));
      writeFileSync(differencesPath!, PNG.sync.write(differences));
      throw new Error(`${name}: ${differing} pixels of ${width * height} differ; see ${actualPath} and ${differencesPath}`);
    }
  }
}

/** The picture of the part of a page that is in sight, once it has stayed the same for so many looks. */
async function stillPicture(page: Page, looks = 1): Promise<Buffer> {
  const end = Date.now() + MAX_SETTLING_MS;
  let before = await page.screenshot({ animations: 'disabled' });
  for (let same = 0; ; ) {
    await pause(BETWEEN_LOOKS_MS);
    const now = await page.screenshot({ animations: 'disabled' });
    same = now.equals(before) ? same + 1 : 0;
    if (same === looks) return now;
    if (Date.now() > end) throw new Error(`${page.url()} does not come to rest`);
    before = now;
  }
}

function makerHere(): Maker {
  // Without the command there are no fonts that anybody knows of.
  const fonts = spawnSync('fc-list', ['--format', '%{file} %{fullname} %{fontversion}\n'], { encoding: 'utf8' }).stdout ?? '';
  return { browser: browserVersion(), fonts: createHash('sha256').update(fonts.split('\n').sort().join('\n')).digest('hex') };
}

/** A PNG of at most 256 colours, a quarter of the size: of the others each becomes the nearest of them. */
function withPalette({ width, height, data }: PNG): Buffer {
  const pixels = Array.from({ length: width * height }, (_, at) => data.readUIntBE(at * 4, 3));
  const { palette, places } = paletteOf(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of pixels.entries()) rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = places.get(colour)!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channelsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** Takes one colour after the other: each time the one whose pixels are farthest from all those that are taken. */
function paletteOf(pixels: readonly number[]): { palette: number[]; places: ReadonlyMap<number, number> } {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts].map(([colour, count]) => ({ colour, count, channels: channelsOf(colour), distance: 3 * 256 ** 2, place: 0 }));
  const palette: number[] = [];
  for (; palette.length < Math.min(MAX_COLOURS, colours.length); ) {
    const next = colours.reduce((most, one) => (one.count * one.distance > most.count * most.distance ? one : most));
    for (const one of colours) {
      const distance = one.channels.reduce((sum, value, i) => sum + (value - next.channels[i]!) ** 2, 0);
      if (distance < one.distance) Object.assign(one, { distance, place: palette.length });
    }
    palette.push(next.colour);
  }
  return { palette, places: new Map(colours.map(({ colour, place }) => [colour, place])) };
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
