// Labels of versions: at most ten per version, and each on one version only.
import { fault, operation } from '#model/ssm';
import { findNamed, findVersion, versionLabelled } from './find-parameter.ts';
import { versions } from './state.ts';

/** Limit: labels of a parameter's version. */
const MAX_LABELS = 10;
const isLabel = (label: string): boolean => /^[A-Za-z_.-][\w.-]*$/.test(label) && !/^(?:aws|ssm)/i.test(label);

export const LabelParameterVersion = operation('LabelParameterVersion', ({ Name, ParameterVersion, Labels }, ctx) => {
  const { name, latest } = findNamed(Name, ctx);
  const target = findVersion(name, ParameterVersion ?? latest, ctx);
  const valid = [...new Set(Labels.filter(isLabel))];
  const labels = [...new Set([...target.labels, ...valid])];
  if (labels.length > MAX_LABELS)
    throw fault(
      'ParameterVersionLabelLimitExceeded',
      'A parameter version can have maximum 10 labels.Move one or more labels to another version and try again.',
    );
  ctx.write((tx) => {
    for (const label of valid) {
      const holder = versionLabelled(name, label, ctx);
      if (holder && holder.version !== target.version)
        tx.put(ctx.records(versions), [name, holder.version], { ...holder, labels: holder.labels.filter((other) => other !== label) });
    }
    tx.put(ctx.records(versions), [name, target.version], { ...target, labels });
  });
  return { InvalidLabels: Labels.filter((label) => !isLabel(label)), ParameterVersion: target.version };
});

export const UnlabelParameterVersion = operation('UnlabelParameterVersion', ({ Name, ParameterVersion, Labels }, ctx) => {
  const { name } = findNamed(Name, ctx);
  const target = findVersion(name, ParameterVersion, ctx);
  const removed = Labels.filter((label) => target.labels.includes(label));
  ctx.write((tx) =>
    tx.put(ctx.records(versions), [name, target.version], { ...target, labels: target.labels.filter((label) => !removed.includes(label)) }),
  );
  return { RemovedLabels: removed, InvalidLabels: Labels.filter((label) => !removed.includes(label)) };
});
