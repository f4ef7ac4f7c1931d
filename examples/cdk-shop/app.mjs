// A shop in fourteen stacks, which know nothing of the emulator. Values of `-c` change the deployment:
// `edition` (a little of everything), `adopt` (a bucket that is there already), `broken` (a resource that cannot be made).
import { App } from 'aws-cdk-lib/core';
import { Badge, Calls, Logs, Seed } from './stacks/custom-resources.mjs';
import { Desk, Teams } from './stacks/desk.mjs';
import { Events } from './stacks/events.mjs';
import { Keys, Layers, Settings } from './stacks/foundation.mjs';
import { Orders, Reports } from './stacks/functions.mjs';
import { Site, Uploads } from './stacks/objects.mjs';

const app = new App();
const told = (name, otherwise) => app.node.tryGetContext(name) ?? otherwise;
const shared = {
  env: { account: process.env.CDK_DEFAULT_ACCOUNT, region: process.env.CDK_DEFAULT_REGION },
  edition: told('edition', 'first'),
};

const { key, secret } = new Keys(app, 'ShopKeys', shared);
const settings = new Settings(app, 'ShopSettings', { ...shared, adopt: told('adopt'), broken: told('broken') });
const { prices } = new Layers(app, 'ShopLayers', shared);
const { bus } = new Events(app, 'ShopEvents', { ...shared, secret });
const orders = new Orders(app, 'ShopOrders', { ...shared, bus, key, secret, prices });
orders.addStackDependency(settings);
new Reports(app, 'ShopReports', shared);
new Uploads(app, 'ShopUploads', { ...shared, key });
new Site(app, 'ShopSite', shared);
new Calls(app, 'ShopCalls', shared);
new Seed(app, 'ShopSeed', shared);
new Badge(app, 'ShopBadge', shared);
new Logs(app, 'ShopLogs', shared);
const teams = new Teams(app, 'ShopTeams', { ...shared, bus });
new Desk(app, 'ShopDesk', shared).addStackDependency(teams);
