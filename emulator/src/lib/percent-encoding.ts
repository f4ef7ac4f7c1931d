// Percent-encoding as RFC 3986 has it: signatures and documents of policies use it.

/** Encodes everything but unreserved characters, also `!'()*`, which `encodeURIComponent` leaves. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
