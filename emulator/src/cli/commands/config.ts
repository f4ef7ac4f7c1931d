// `emulator config`: prints every option with its value and, on request, its origin.
import pc from 'picocolors';
import { OPTIONS, settings, shown } from '#config/options';

export function config(given: { origin?: boolean; json?: boolean }): void {
  const rows = settings(process.env);
  if (given.json) {
    process.stdout.write(`${JSON.stringify(rows.map((row) => ({ ...row, value: shown(row), says: OPTIONS[row.name].says })))}\n`);
    return;
  }
  for (const row of rows) {
    const { name, origin, variable } = row;
    const from = given.origin ? pc.dim(`  (${origin}${variable ? `: ${variable}` : ''})`) : '';
    process.stdout.write(`${origin === 'default' ? name : pc.bold(name)}=${String(shown(row))}${from}\n  ${pc.dim(OPTIONS[name].says)}\n`);
  }
}
