// Generates docs/fidelity.md, how many recorded answers of the real services the emulator repeats, from the cases that the tests play.
import { recordedCases } from '../../test/recorded/cases.ts';

export async function fidelityPage(): Promise<string> {
  const services = await recordedCases();
  const rows = services.map(({ service, cases }) => ({
    service,
    cases: cases.length,
    different: cases.filter(({ differs }) => differs).length,
  }));
  const total = rows.reduce((sum, row) => ({ cases: sum.cases + row.cases, different: sum.different + row.different }), {
    cases: 0,
    different: 0,
  });
  const table = rows.map(
    ({ service, cases, different }) => `| [${service}](#${service}) | ${cases} | ${cases - different} | ${different} |`,
  );
  return `# Fidelity

What the real services were publicly recorded to answer, as cases that the tests play against the emulator (\`test/recorded\`): requests, whole answers or
parts of them, errors. Each names its source (some only the area of a suite; tests there are renamed and moved) and the month of its recording. A case that is answered differently on purpose says why; the tests make
sure that it goes on to differ. ${total.cases} cases, ${total.cases - total.different} answered equally. \`npm run docs\` generates this page from the cases.

A service that has few cases here is not less faithful: its other tests are in \`test/conformance\`, and its notes say what is known to differ.

| service | cases | equal | different on purpose |
| --- | --- | --- | --- |
${table.join('\n')}

${services.map(section).join('\n')}`;
}

function section({ service, cases }: Awaited<ReturnType<typeof recordedCases>>[number]): string {
  const equal = cases.filter(({ differs }) => !differs);
  const different = cases.filter(({ differs }) => differs);
  const lines = [`## ${service}`, '', ...equal.map(({ title, source, recorded }) => `- ${title} (${source}; ${recorded})`), ''];
  if (different.length === 0) return lines.join('\n');
  const reasons = different.map(({ title, source, recorded, differs }) => `- ${title} (${source}; ${recorded}): ${differs}`);
  return [...lines, 'Different on purpose:', '', ...reasons, ''].join('\n');
}
