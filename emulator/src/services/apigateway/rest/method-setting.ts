// The settings of a stage for a method: its own, else those of all methods. Pure.
import type { Frozen } from '#core/records';
import type { MethodSetting } from '#model/apigateway';

export function methodSettingOf(
  settings: Readonly<Record<string, Frozen<MethodSetting>>>,
  resourcePath: string,
  method: string,
): Frozen<MethodSetting> | undefined {
  const path = resourcePath.slice(1).replaceAll('/', '~1') || '~1';
  return settings[`${path}/${method}`] ?? settings['*/*'];
}
