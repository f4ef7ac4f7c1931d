// Problems of deployments as errors of the command, each with its code.
import type { ProblemKind } from 'cloud-emulator-stacks/stack-problem';
import { BUILD_FAILED, DEPLOY_FAILED, PACKAGE_FAILED, TEMPLATE_INVALID } from '#cli/messages';
import { EmulatorError, type ErrorDefinition } from '#lib/emulator-error';

const DEFINITIONS: Readonly<Record<ProblemKind, ErrorDefinition>> = {
  template: TEMPLATE_INVALID,
  build: BUILD_FAILED,
  package: PACKAGE_FAILED,
  deploy: DEPLOY_FAILED,
};

interface Problem extends Error {
  readonly kind: ProblemKind;
  readonly hint: string | undefined;
}

/** By its name: the classes are loaded with the first deployment only. */
const isProblem = (error: unknown): error is Problem => error instanceof Error && error.name === 'StackProblem';

/** @throws EmulatorError instead of what the deployment throws */
export async function withStackProblems(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'CloudError')
      throw new EmulatorError(DEPLOY_FAILED, `${(error as Error & { code: string }).code}: ${error.message}`, { cause: error });
    if (!isProblem(error)) throw error;
    throw new EmulatorError(DEFINITIONS[error.kind], error.message, { hint: error.hint, cause: error });
  }
}
