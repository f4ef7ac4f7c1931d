// Recorded answers of the control plane of REST APIs about resources.
import { ANY, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { bad, conflict, create, missing, NO_RESOURCE, patch, restApiId, root, test } from '../rest-api-steps.ts';

const resource = (pathPart: string, as: string, parentId = root): Step => ({
  call: 'apigateway.CreateResource',
  input: { restApiId, parentId, pathPart },
  as,
});

const resources: RecordedCase[] = [
  {
    title: 'resources have paths of their parents, and go with them',
    source: test('TestApiGatewayApiResource::test_resource_lifecycle'),
    recorded: '2024-04',
    steps: [
      create,
      { call: 'apigateway.GetResources', input: { restApiId }, answer: { items: [{ id: root, path: '/' }] } },
      { ...resource('pets', 'pets'), answer: { id: ANY, parentId: root, path: '/pets', pathPart: 'pets' } } as Step,
      {
        ...resource('subpets', 'sub', '{pets.id}'),
        answer: { id: ANY, parentId: '{pets.id}', path: '/pets/subpets', pathPart: 'subpets' },
      } as Step,
      {
        call: 'apigateway.UpdateResource',
        input: { restApiId, resourceId: '{pets.id}', ...patch('replace', '/pathPart', 'dogs') },
        answer: { id: '{pets.id}', parentId: root, path: '/dogs', pathPart: 'dogs' },
      },
      { call: 'apigateway.DeleteResource', input: { restApiId, resourceId: '{pets.id}' }, answer: {} },
      { call: 'apigateway.GetResources', input: { restApiId }, answer: { items: [{ id: root, path: '/' }] } },
      missing('DeleteResource', { restApiId, resourceId: '{sub.id}' }, NO_RESOURCE),
    ],
  },
  {
    title: 'a resource moves below one that is there, has no sibling of its name, and is not below itself',
    source: test('TestApiGatewayApiResource::test_update_resource_behaviour'),
    recorded: '2024-04',
    steps: [
      create,
      missing('UpdateResource', { restApiId, resourceId: 'fake', ...patch('replace', '/pathPart', 'dogs') }, NO_RESOURCE),
      resource('pets', 'pets'),
      bad(
        'UpdateResource',
        { restApiId, resourceId: '{pets.id}', ...patch('replace', '/invalid', 'dogs') },
        "Invalid patch path  '/invalid' specified for op 'replace'. Must be one of: [/parentId, /pathPart]",
      ),
      missing('UpdateResource', { restApiId, resourceId: '{pets.id}', ...patch('replace', '/parentId', 'fake') }, NO_RESOURCE),
      resource('subpets', 'sub', '{pets.id}'),
      resource('pets', 'child', '{sub.id}'),
      conflict(
        'UpdateResource',
        { restApiId, resourceId: '{child.id}', ...patch('replace', '/parentId', root) },
        'Another resource with the same parent already has this name: pets',
      ),
      bad(
        'UpdateResource',
        { restApiId, resourceId: '{pets.id}', ...patch('replace', '/parentId', '{sub.id}') },
        'Resources cannot be cyclical.',
      ),
      {
        call: 'apigateway.UpdateResource',
        input: { restApiId, resourceId: '{sub.id}', ...patch('replace', '/parentId', root) },
        answer: { id: '{sub.id}', parentId: root, path: '/subpets', pathPart: 'subpets' },
      },
      conflict(
        'UpdateResource',
        { restApiId, resourceId: '{sub.id}', ...patch('replace', '/pathPart', 'pets') },
        'Another resource with the same parent already has this name: pets',
      ),
      ...['remove', 'add'].map((op) =>
        bad(
          'UpdateResource',
          { restApiId, resourceId: '{pets.id}', ...patch(op, '/pathPart', 'dogs') },
          `Invalid patch path  '/pathPart' specified for op '${op}'. Please choose supported operations`,
        ),
      ),
    ],
  },
  {
    title: 'the root keeps its place',
    source: test('TestApiGatewayApiResource::test_update_resource_on_root'),
    recorded: '2025-09',
    steps: [
      create,
      bad(
        'UpdateResource',
        { restApiId, resourceId: root, ...patch('replace', '/pathPart', 'x') },
        'Root resource cannot update its pathPart.',
      ),
      bad(
        'UpdateResource',
        { restApiId, resourceId: root, ...patch('replace', '/parentId', 'x') },
        'Root resource cannot update its parentId.',
      ),
    ],
  },
  {
    title: 'a greedy variable has no children, and no variable beside it',
    source: test('TestApiGatewayApiResource::test_create_proxy_resource_validation'),
    recorded: '2024-04',
    steps: [
      create,
      resource('{proxy+}', 'greedy'),
      bad(
        'CreateResource',
        { restApiId, parentId: root, pathPart: '{dynamic-part}' },
        'A sibling ({proxy+}) of this resource already has a variable path part -- only one is allowed',
      ),
      ...['parent', '{dynamic-part}'].map((pathPart) =>
        bad(
          'CreateResource',
          { restApiId, parentId: '{greedy.id}', pathPart },
          'Cannot create a child of a resource with a greedy path variable: {proxy+}',
        ),
      ),
      resource('parent', 'parent'),
      {
        ...resource('{child+}', 'child', '{parent.id}'),
        answer: { id: ANY, parentId: '{parent.id}', path: '/parent/{child+}', pathPart: '{child+}' },
      } as Step,
    ],
  },
  {
    title: 'a parent is there',
    source: test('TestApiGatewayApiResource::test_create_resource_parent_invalid'),
    recorded: '2024-04',
    steps: [create, missing('CreateResource', { restApiId, parentId: 'fake-resource-id', pathPart: 'pets' }, NO_RESOURCE)],
  },
];

export const recorded: RecordedCases = { service: 'apigateway', cases: resources };
