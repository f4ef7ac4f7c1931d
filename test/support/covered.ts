// Whether functions see what lies beside this checkout: inside their walls /tmp, /opt and /var are their own.
import { fileURLToPath } from 'node:url';

/** Why the packages of this checkout are out of sight for functions, or undefined. */
export const whyCovered = (): string | undefined =>
  /^\/(tmp|opt|var)\//.test(fileURLToPath(import.meta.url))
    ? 'this checkout lies where functions have folders of their own (/tmp, /opt, /var)'
    : undefined;
