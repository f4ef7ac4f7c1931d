// For tests and `npm run dev`: ensures that records are plain data, and that nobody changes them after they were stored.

/** Freezes the value all the way down; a TypeError names the first place that is not plain data. Bytes cannot be frozen. */
export function freezePlain(value: unknown, at = 'value'): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${at} is ${value}, not plain data`);
      return;
    case 'object':
      if (value !== null) freezeObject(value, at);
      return;
    default:
      throw new TypeError(`${at} is a ${typeof value}, not plain data`);
  }
}

function freezeObject(value: object, at: string): void {
  if (value instanceof Uint8Array) return;
  if (!Array.isArray(value)) {
    if (!hasNoClass(value)) throw new TypeError(`${at} is a ${value.constructor?.name}, not plain data`);
  }
  Object.freeze(value);
  for (const [name, member] of Object.entries(value)) freezePlain(member, `${at}.${name}`);
}

/** True of objects of literals, and of objects that inherit nothing at all. */
function hasNoClass(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Reflect.ownKeys(prototype).length === 0;
}
