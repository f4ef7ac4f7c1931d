// Objects that are looked up by words of clients. A plain object answers `constructor` or `__proto__` with what it inherits; these have their own
// members alone. `test/tidy` wants them wherever an object has names for keys.

/** An object without any prototype would be a hash table, which takes longer to copy and to write as JSON; this prototype has nothing, and inherits nothing. */
const Blank = function (this: object) {} as unknown as new () => object;
Blank.prototype = Object.create(null);

/** An empty object that inherits nothing, to be filled by any names. */
export const dictionary = <T>(): Record<string, T> => new Blank() as Record<string, T>;

/** The members as an object that inherits nothing: a word that is none of its names finds nothing. */
export const table = <T>(members: Readonly<Record<string, T>>): Record<string, T> => Object.assign(dictionary<T>(), members);

/** The member of that name of an object that others made, and none that it inherits. */
export const own = <T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
