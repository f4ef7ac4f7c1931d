import { describe, expect, it } from 'vitest';
import { parseTemplate } from './parse-large.ts';
import { parseText } from './template.ts';

const long = (lines: number): string =>
  `Metadata:\n${'  ? key\n  : value\n'.replace('key', 'k0')}${Array.from({ length: lines }, (_, i) => `  key${i}: !Sub "v${i}"\n`).join('')}`;

describe('a large template', () => {
  it('in YAML is read as a small one is', async () => {
    const text = `${long(10_000)}Account: 012345678901\nNumber: 7\n`;
    expect(text.length).toBeGreaterThan(200_000);
    expect(await parseTemplate(text)).toEqual(parseText(text));
  });

  it('in JSON and in a flow mapping, too', async () => {
    const pad = 'x'.repeat(100_000);
    expect(await parseTemplate(JSON.stringify({ Metadata: { pad } }))).toEqual({ Metadata: { pad } });
    expect(await parseTemplate(`{Metadata: {pad: ${pad}}}`)).toEqual({ Metadata: { pad } });
  });

  it.each([
    ['a tag of nobody', `${long(5_000)}Bad: !nothing 1\n`, /unknown tag !nothing/],
    ['a line that is no YAML', `${long(5_000)}  - x\n Bad\n`, /YAML not well-formed\. \(line \d+, column \d+\)/],
    ['no mapping', `- ${'x'.repeat(70_000)}`, /unsupported structure/],
    ['JSON without an end', `{"Metadata": "${'x'.repeat(70_000)}`, /JSON not well-formed\. \(line 1, column \d+\)/],
    ['aliases of a long text', `A: &a "${'x'.repeat(100_000)}"\nB: [${'*a, '.repeat(1_000)}*a]\n`, /expands to too much text/],
  ])('is refused with the same words for %s', async (_name, text, message) => {
    await expect(parseTemplate(text)).rejects.toThrow(message);
    expect(() => parseText(text)).toThrow(message);
  });
});
