// The credential report: the credentials of each user, as CSV. A report is valid for four hours.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/iam';
import { accountOf, changeAccount } from '#services/iam/account/account';
import { iamArn, identityArn, wholeSecond } from '#services/iam/naming';
import { accessKeys, type FoundUser, identities, loginProfiles, signingCertificates, userDevices } from '#services/iam/state';

const FRESH_MS = 4 * 3_600_000;
const COLUMNS = [
  'user',
  'arn',
  'user_creation_time',
  'password_enabled',
  'password_last_used',
  'password_last_changed',
  'password_next_rotation',
  'mfa_active',
  'access_key_1_active',
  'access_key_1_last_rotated',
  'access_key_1_last_used_date',
  'access_key_1_last_used_region',
  'access_key_1_last_used_service',
  'access_key_2_active',
  'access_key_2_last_rotated',
  'access_key_2_last_used_date',
  'access_key_2_last_used_region',
  'access_key_2_last_used_service',
  'cert_1_active',
  'cert_1_last_rotated',
  'cert_2_active',
  'cert_2_last_rotated',
];

export const GenerateCredentialReport = operation('GenerateCredentialReport', async (_, ctx) => {
  const present = accountOf(ctx).credentialReport;
  if (present && present.atMs + FRESH_MS > ctx.now()) return { State: 'COMPLETE' };
  const blob = await ctx.blobs.put(Buffer.from(reportOf(ctx)));
  const old = accountOf(ctx).credentialReport;
  ctx.write((tx) => {
    tx.hold(blob);
    if (old) tx.release(old.blob);
    changeAccount({ credentialReport: { atMs: wholeSecond(ctx), blob } }, ctx);
  });
  return { State: 'STARTED', Description: 'No report exists. Starting a new report generation task' };
});

export const GetCredentialReport = operation('GetCredentialReport', async (_, ctx) => {
  const report = accountOf(ctx).credentialReport;
  if (!report) throw fault('CredentialReportNotPresentException', 'No credential report is available. Generate one first.');
  if (report.atMs + FRESH_MS <= ctx.now())
    throw fault('CredentialReportExpiredException', 'The most recent credential report has expired. Generate a new one.');
  return { Content: await ctx.blobs.read(report.blob), ReportFormat: 'text/csv', GeneratedTime: new Date(report.atMs) };
});

function reportOf(ctx: Ctx): string {
  const users = ctx.records(identities).range(['user']) as FoundUser[];
  return [COLUMNS, rootRow(ctx), ...users.map((user) => userRow(user, ctx))].map((cells) => cells.join(',')).join('\n');
}

const NOT_USED = ['N/A', 'N/A', 'N/A'];
const NO_KEY = ['false', 'N/A', ...NOT_USED];
const NO_CERTIFICATE = ['false', 'N/A'];

const rootRow = (ctx: Ctx): string[] => [
  '<root_account>',
  iamArn('root', ctx),
  'not_supported',
  'not_supported',
  'no_information',
  'not_supported',
  'not_supported',
  'false',
  ...NO_KEY,
  ...NO_KEY,
  ...NO_CERTIFICATE,
  ...NO_CERTIFICATE,
];

/** The report's time format: no fractions, the zone spelled out. */
const moment = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00');

function userRow(user: FoundUser, ctx: Ctx): string[] {
  const profile = ctx.records(loginProfiles).get([user.id]);
  const maxAgeDays = accountOf(ctx).passwordPolicy?.MaxPasswordAge;
  const next = profile && maxAgeDays ? moment(profile.changedMs + maxAgeDays * 86_400_000) : 'N/A';
  const password = profile ? ['true', 'no_information', moment(profile.changedMs), next] : ['false', 'N/A', 'N/A', 'N/A'];
  const keys = ctx
    .records(accessKeys)
    .range([user.id])
    .map(({ status, createdMs }) => [String(status === 'Active'), moment(createdMs), ...NOT_USED]);
  const certificates = ctx
    .records(signingCertificates)
    .range([user.id])
    .map(({ status, uploadedMs }) => [String(status === 'Active'), moment(uploadedMs)]);
  return [
    user.name,
    identityArn(user, ctx),
    moment(user.createdMs),
    ...password,
    String(ctx.records(userDevices).range([user.id], { limit: 1 }).length > 0),
    ...(keys[0] ?? NO_KEY),
    ...(keys[1] ?? NO_KEY),
    ...(certificates[0] ?? NO_CERTIFICATE),
    ...(certificates[1] ?? NO_CERTIFICATE),
  ];
}
