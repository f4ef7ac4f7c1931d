// A handler in TypeScript, with a file of its own beside it.
import { greet } from './greet.ts';

export const handler = async (event: { detail: { id: number } }): Promise<void> => {
  console.log(greet(process.env['GREETING'] ?? '', event.detail.id));
};
