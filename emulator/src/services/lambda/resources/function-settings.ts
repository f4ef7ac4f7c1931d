// Converts the configuration of a function from a template's types to those of the operations, with the defaults of removed settings. Pure.

import type { Properties } from '#core/resources/resource-handlers';
import { changed, flag, number, text } from '#core/resources/resource-properties';
import { each, must, shape, textMap } from '#core/resources/resource-shape';
import type { UpdateFunctionConfigurationRequest } from '#model/lambda';

type Settings = Omit<UpdateFunctionConfigurationRequest, 'FunctionName' | 'RevisionId'>;
type Name = keyof typeof READERS;

const READERS = {
  CapacityProviderConfig: shape({
    LambdaManagedInstancesCapacityProviderConfig: must(
      shape({
        CapacityProviderArn: must(text),
        PerExecutionEnvironmentMaxConcurrency: number,
        ExecutionEnvironmentMemoryGiBPerVCpu: number,
      }),
    ),
  }),
  DurableConfig: shape({ ExecutionTimeout: number, RetentionPeriodInDays: number, KMSKeyArn: text }),
  DeadLetterConfig: shape({ TargetArn: text }),
  Description: text,
  Environment: shape({ Variables: textMap }),
  EphemeralStorage: shape({ Size: must(number) }),
  FileSystemConfigs: each(shape({ Arn: must(text), LocalMountPath: must(text) })),
  Handler: text,
  ImageConfig: shape({ Command: each(text), EntryPoint: each(text), WorkingDirectory: text }),
  Layers: each(text),
  LoggingConfig: shape({ LogFormat: text, ApplicationLogLevel: text, SystemLogLevel: text, LogGroup: text }),
  MemorySize: number,
  Role: text,
  Runtime: text,
  SnapStart: shape({ ApplyOn: text }),
  Timeout: number,
  TracingConfig: shape({ Mode: text }),
  VpcConfig: shape({ SubnetIds: each(text), SecurityGroupIds: each(text), Ipv6AllowedForDualStack: flag }),
};

export function settingsOf(properties: Properties): Settings {
  const read = Object.entries(READERS).map(([name, reader]): [string, unknown] => [name, reader(properties[name])]);
  return Object.fromEntries([...read, ['KMSKeyArn', text(properties.KmsKeyArn)]].filter(([, value]) => value !== undefined)) as Settings;
}

/** Handler, role and runtime have no default and stay. */
const defaults = (functionName: string): Settings => ({
  DeadLetterConfig: { TargetArn: '' },
  Description: '',
  Environment: {},
  EphemeralStorage: { Size: 512 },
  FileSystemConfigs: [],
  ImageConfig: {},
  KMSKeyArn: '',
  Layers: [],
  LoggingConfig: { LogFormat: 'Text', LogGroup: `/aws/lambda/${functionName}` },
  MemorySize: 128,
  SnapStart: { ApplyOn: 'None' },
  Timeout: 3,
  TracingConfig: { Mode: 'PassThrough' },
  VpcConfig: { SubnetIds: [], SecurityGroupIds: [] },
});

/** The settings to send so that the function matches the template. Undefined if nothing has changed. */
export function settingsChanged(before: Properties, after: Properties, functionName: string): Settings | undefined {
  const [was, is, none] = [settingsOf(before), settingsOf(after), defaults(functionName)];
  const names = Object.keys({ ...was, ...is }) as (Name | 'KMSKeyArn')[];
  const changes = changed(names, is, was);
  if (changes.length === 0) return undefined;
  return Object.fromEntries(changes.map((name) => [name, completed(name, is, none)])) as Settings;
}

/** The operation keeps members of a logging configuration that are not sent, so all are sent. */
function completed(name: Name | 'KMSKeyArn', is: Settings, none: Settings): unknown {
  if (name !== 'LoggingConfig') return is[name] ?? none[name];
  const levels = is.LoggingConfig?.LogFormat === 'JSON' ? { ApplicationLogLevel: 'INFO', SystemLogLevel: 'INFO' } : {};
  return { ...none.LoggingConfig, ...levels, ...is.LoggingConfig };
}
