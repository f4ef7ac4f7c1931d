// The entry of two bundles.
import { total } from './total.ts';

export const handler = async (event: { readonly prices: readonly number[] }): Promise<number> => total(event.prices);
