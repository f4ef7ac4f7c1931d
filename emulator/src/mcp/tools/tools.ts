// All tools, in the order in which agents see them.
import type { Tool } from '#mcp/tool';
import { DEPLOYMENT_TOOLS } from './deployment-tools.ts';
import { EXPLANATION_TOOLS } from './explanation-tools.ts';
import { LIFECYCLE_TOOLS } from './lifecycle-tools.ts';
import { RESOURCE_TOOLS } from './resource-tools.ts';

export const TOOLS: readonly Tool[] = [...LIFECYCLE_TOOLS, ...DEPLOYMENT_TOOLS, ...RESOURCE_TOOLS, ...EXPLANATION_TOOLS];
