// Errors about the models.
import { defineError } from '#lib/emulator-error';

export const MODELS_MISSING = defineError({
  code: 'MODELS_MISSING',
  description: 'The service models were not built.',
  remedy: '`npm run models` (part of `npm ci`).',
});
