// Makes pages of the explorer the same in every run: what the emulator makes at random, or takes from the machine, is replaced in its answers.
import type { Page } from 'playwright-core';

const START_MS = Date.parse('2026-01-01T00:00:00Z');

/** The id that pages show for the one at that place among those that are known, from 1; for all others they show that at 0. */
export const fixedId = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** Answers are fixed line by line, for one of them never ends; requests name what the emulator knows. */
const script = (known: readonly string[]): string => `(() => {
  const known = ${JSON.stringify(known)};
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const fix = (text) => text
    .replace(ids, (id) => '${fixedId(0).slice(0, -12)}' + String(known.indexOf(id) + 1).padStart(12, '0'))
    .replaceAll(location.host, 'localhost:4566')
    .replace(/(-(?:Invoices|News)-)[0-9A-Za-z]+/g, '$1FIXED')
    .replace(/"version":"\\d+\\.\\d[^"]*"/g, '"version":"1.0.0"')
    .replace(/(Duration: )[\\d.]+( ms)/g, '$11$2')
    .replace(/(Memory Used: )\\d+/g, '$164')
    .replace(/"tookMs":[\\d.]+/g, '"tookMs":1')
    .replace(/\\b1[78]\\d{11}\\b/g, '${START_MS}')
    .replace(/20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z/g, '${new Date(START_MS).toISOString()}');
  const meantBy = (text) => text.replace(ids, (id) => known[Number(id.slice(-12)) - 1] ?? id).replaceAll('localhost:4566', location.host);
  const ask = window.fetch.bind(window);
  window.fetch = async (address, init = {}) => {
    const response = await ask(meantBy(address), typeof init.body === 'string' ? { ...init, body: meantBy(init.body) } : init);
    let held = '';
    const lines = new TransformStream({
      transform(text, out) {
        const parts = (held + text).split('\\n');
        held = parts.pop();
        for (const part of parts) out.enqueue(fix(part) + '\\n');
      },
      flush(out) {
        out.enqueue(fix(held));
      },
    });
    const body = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(lines).pipeThrough(new TextEncoderStream());
    return new Response(body, response);
  };
})()`;

/** Before the page opens. `known`: the ids that its address names as `fixedId(1)` and so on. */
export async function fixAnswers(page: Page, known: readonly string[]): Promise<void> {
  await page.addInitScript({ content: script(known) });
}
