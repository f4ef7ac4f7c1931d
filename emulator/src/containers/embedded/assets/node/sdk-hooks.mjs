// Hooks for `import`: an SDK for JavaScript is taken from this machine where neither the code nor a layer has it.

let brought = /^@(?:(?:aws-sdk|smithy)\/|aws\/durable-execution-sdk-js$)/;
let parents = [];

export function initialize(data) {
  parents = data.parents;
  if (data.bringsWhole) brought = /^(?:@(?:(?:aws-sdk|smithy)\/|aws\/durable-execution-sdk-js$)|aws-sdk(?:\/|$))/;
}

export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!brought.test(specifier)) throw error;
    for (const parentURL of parents) {
      try {
        return await next(specifier, { ...context, parentURL });
      } catch {}
    }
    throw error;
  }
}
