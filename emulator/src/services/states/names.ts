// Names of machines, executions and activities.
import { fault } from '#model/states';

/** White space, brackets, wildcards, other special characters, and control characters. */
const FORBIDDEN = /[\s?*<>{}[\]"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]/;

/** @throws Fault InvalidName */
export function checkName(name: string): void {
  if (FORBIDDEN.test(name)) throw fault('InvalidName', `Invalid Name: '${name}'`);
}
