// The functions of all stacks in a region, so that commands understand logical ids.
import type { XmlElement } from '@rgrove/parse-xml';
import type { StackFunction } from '#hot-reload/loop/deployed-functions';
import { elementsOf, localName, parseXml, textOf } from '#protocol/xml/xml-text';
import { cloudRequest } from './cloud-request.ts';
import type { FunctionScope } from './functions.ts';

/** Pages that are read at most. */
const MAX_PAGES = 20;
const GONE = 'DELETE_COMPLETE';
const FUNCTION = 'AWS::Lambda::Function';

export async function stackFunctions(scope: FunctionScope): Promise<StackFunction[]> {
  const found: StackFunction[] = [];
  for (const stack of await stackNames(scope)) {
    const answer = await query(scope, { Action: 'DescribeStackResources', StackName: stack });
    for (const member of membersOf(answer, 'StackResources')) {
      const facts = factsOf(member);
      if (facts['ResourceType'] === FUNCTION && facts['PhysicalResourceId'] && facts['ResourceStatus'] !== GONE)
        found.push({ stack, logicalId: facts['LogicalResourceId'] ?? '', name: facts['PhysicalResourceId'] });
    }
  }
  return found;
}

/** Names of the roles of a stack; an unknown stack has none. */
export const stackRoles = async (stack: string, scope: FunctionScope): Promise<string[]> =>
  (await stackResources(stack, scope)).filter(({ type }) => type === 'AWS::IAM::Role').map(({ physicalId }) => physicalId);

/** The resources of a stack; an unknown stack has none. */
export async function stackResources(
  stack: string,
  scope: FunctionScope,
): Promise<{ readonly type: string; readonly physicalId: string }[]> {
  const answer = await query(scope, { Action: 'DescribeStackResources', StackName: stack });
  return membersOf(answer, 'StackResources')
    .map(factsOf)
    .filter((facts) => facts['ResourceStatus'] !== GONE)
    .flatMap(({ ResourceType: type = '', PhysicalResourceId: physicalId }) => (physicalId ? [{ type, physicalId }] : []));
}

export async function stackOutputs(stack: string, scope: FunctionScope): Promise<{ readonly name: string; readonly value: string }[]> {
  const answer = await query(scope, { Action: 'DescribeStacks', StackName: stack });
  return membersOf(membersOf(answer, 'Stacks')[0], 'Outputs')
    .map(factsOf)
    .map((facts) => ({ name: facts['OutputKey'] ?? '', value: facts['OutputValue'] ?? '' }));
}

async function stackNames(scope: FunctionScope): Promise<string[]> {
  const names: string[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await query(scope, { Action: 'ListStacks', ...(token === undefined ? {} : { NextToken: token }) });
    const stacks = membersOf(answer, 'StackSummaries').map(factsOf);
    names.push(...stacks.filter((facts) => facts['StackStatus'] !== GONE).map((facts) => facts['StackName'] ?? ''));
    token = answer && factsOf(answer)['NextToken'];
    if (!token) break;
  }
  return names;
}

/** The element `<Action>Result`; undefined where the emulator refuses. */
async function query({ url, region, account }: FunctionScope, input: Readonly<Record<string, string>>): Promise<XmlElement | undefined> {
  const body = new URLSearchParams({ Version: '2010-05-15', ...input }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await cloudRequest(url, { service: 'cloudformation', region, account, headers, body, isLook: true });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) return undefined;
  return elementsOf(parseXml(bytes)).find((element) => localName(element).endsWith('Result'));
}

const membersOf = (parent: XmlElement | undefined, name: string): XmlElement[] => {
  const list = parent && elementsOf(parent).find((element) => localName(element) === name);
  return list ? elementsOf(list) : [];
};

const factsOf = (element: XmlElement): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(elementsOf(element).map((child) => [localName(child), textOf(child)]));
