// A handler in TypeScript, bundled with what it imports.
import { answer } from './answer.js';

export const handler = async (event: { name?: string }): Promise<string> => answer(event.name ?? 'nobody');
