// DeleteParameter and DeleteParameters.
import { operation } from '#model/ssm';
import { findNamed, storedName } from './find-parameter.ts';
import { removeParameter } from './remove.ts';
import { parameters } from './state.ts';

export const DeleteParameter = operation('DeleteParameter', ({ Name }, ctx) => {
  const { name } = findNamed(Name, ctx);
  ctx.write((tx) => removeParameter(tx, name, ctx));
});

export const DeleteParameters = operation('DeleteParameters', ({ Names }, ctx) => {
  const asked = [...new Set(Names)];
  const DeletedParameters = asked.filter((name) => ctx.records(parameters).has([storedName(name.trim(), ctx)]));
  ctx.write((tx) => {
    for (const name of DeletedParameters) removeParameter(tx, storedName(name.trim(), ctx), ctx);
  });
  return { DeletedParameters, InvalidParameters: asked.filter((name) => !DeletedParameters.includes(name)) };
});
