// Groups of schedules and their tags.
import { expect, it } from 'vitest';
import { groupArn, useScheduler } from './use-scheduler.ts';

const fixture = useScheduler();

it('are created, found, listed and deleted', async () => {
  const { scheduler } = fixture;
  expect((await scheduler.createScheduleGroup({ Name: 'reports' })).ScheduleGroupArn).toBe(groupArn('reports'));
  expect(await scheduler.getScheduleGroup({ Name: 'reports' })).toMatchObject({
    Arn: groupArn('reports'),
    Name: 'reports',
    State: 'ACTIVE',
    CreationDate: new Date('2026-01-01T00:00:00Z'),
  });
  const { ScheduleGroups = [] } = await scheduler.listScheduleGroups({});
  expect(ScheduleGroups.map(({ Name }) => Name)).toEqual(['default', 'reports']);
  await scheduler.deleteScheduleGroup({ Name: 'reports' });
  await expect(scheduler.getScheduleGroup({ Name: 'reports' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: 'Schedule group reports does not exist.',
  });
});

it('exist once', async () => {
  await fixture.scheduler.createScheduleGroup({ Name: 'reports' });
  await expect(fixture.scheduler.createScheduleGroup({ Name: 'reports' })).rejects.toMatchObject({
    name: 'ConflictException',
    message: 'Schedule group reports already exists.',
  });
});

it('are 500 at most', async () => {
  const create = (name: number) => fixture.scheduler.createScheduleGroup({ Name: `g${name}` });
  for (let first = 0; first < 500; first += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => create(first + i)));
  await expect(create(500)).rejects.toMatchObject({ name: 'ServiceQuotaExceededException' });
  await fixture.scheduler.deleteScheduleGroup({ Name: 'g0' });
  await create(500);
});

it('answer a repeated request as before', async () => {
  const request = { Name: 'reports', ClientToken: 'once' };
  await fixture.scheduler.createScheduleGroup(request);
  expect((await fixture.scheduler.createScheduleGroup(request)).ScheduleGroupArn).toBe(groupArn('reports'));
  const removal = { Name: 'reports', ClientToken: 'gone' };
  await fixture.scheduler.deleteScheduleGroup(removal);
  await fixture.scheduler.deleteScheduleGroup(removal);
  await expect(fixture.scheduler.createScheduleGroup({ ...request, Name: 'other' })).rejects.toMatchObject({ name: 'ConflictException' });
});

it('forget a client token after a while', async () => {
  const request = { Name: 'reports', ClientToken: 'once' };
  await fixture.scheduler.createScheduleGroup(request);
  await fixture.advance('11m');
  await expect(fixture.scheduler.createScheduleGroup(request)).rejects.toMatchObject({ name: 'ConflictException' });
});

it('named default cannot be changed', async () => {
  const refusal = { name: 'ValidationException', message: 'This operation cannot be performed on schedule group default.' };
  await expect(fixture.scheduler.createScheduleGroup({ Name: 'default' })).rejects.toMatchObject(refusal);
  await expect(fixture.scheduler.deleteScheduleGroup({ Name: 'default' })).rejects.toMatchObject(refusal);
  expect(await fixture.scheduler.getScheduleGroup({ Name: 'default' })).toMatchObject({ State: 'ACTIVE', Arn: groupArn('default') });
});

it('take their schedules with them', async () => {
  await fixture.scheduler.createScheduleGroup({ Name: 'reports' });
  await fixture.schedule('daily', 'rate(1 day)', { GroupName: 'reports', State: 'DISABLED' });
  await fixture.schedule('daily', 'rate(1 day)', { State: 'DISABLED' });
  await fixture.scheduler.deleteScheduleGroup({ Name: 'reports' });
  const { Schedules = [] } = await fixture.scheduler.listSchedules({});
  expect(Schedules.map(({ GroupName, Name }) => `${GroupName}/${Name}`)).toEqual(['default/daily']);
});

it('have tags', async () => {
  const ResourceArn = groupArn('reports');
  const { scheduler } = fixture;
  await scheduler.createScheduleGroup({ Name: 'reports', Tags: [{ Key: 'team', Value: 'blue' }] });
  await scheduler.tagResource({
    ResourceArn,
    Tags: [
      { Key: 'team', Value: 'red' },
      { Key: 'stage', Value: 'test' },
    ],
  });
  expect((await scheduler.listTagsForResource({ ResourceArn })).Tags).toEqual([
    { Key: 'team', Value: 'red' },
    { Key: 'stage', Value: 'test' },
  ]);
  await scheduler.untagResource({ ResourceArn, TagKeys: ['team'] });
  expect((await scheduler.listTagsForResource({ ResourceArn })).Tags).toEqual([{ Key: 'stage', Value: 'test' }]);
  await expect(scheduler.listTagsForResource({ ResourceArn: groupArn('none') })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

it('are listed page by page', async () => {
  for (const Name of ['b', 'a', 'ab']) await fixture.scheduler.createScheduleGroup({ Name });
  const first = await fixture.scheduler.listScheduleGroups({ MaxResults: 2 });
  expect(first.ScheduleGroups?.map(({ Name }) => Name)).toEqual(['a', 'ab']);
  const second = await fixture.scheduler.listScheduleGroups({ MaxResults: 2, NextToken: first.NextToken });
  expect(second.ScheduleGroups?.map(({ Name }) => Name)).toEqual(['b', 'default']);
  expect(second.NextToken).toBeUndefined();
  const named = await fixture.scheduler.listScheduleGroups({ NamePrefix: 'a' });
  expect(named.ScheduleGroups?.map(({ Name }) => Name)).toEqual(['a', 'ab']);
  await expect(fixture.scheduler.listScheduleGroups({ NextToken: 'x' })).rejects.toMatchObject({ name: 'ValidationException' });
});
