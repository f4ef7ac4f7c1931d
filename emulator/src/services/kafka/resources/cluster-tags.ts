// Tags of clusters, which are an object in templates.
import type { Properties } from '#core/resources/resource-handlers';
import { textMap } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';

type Tags = Readonly<Record<string, string>>;

export const tagsIn = ({ Tags }: Properties): Tags => (textMap(Tags) ?? {}) as Tags;

/** As templates have them: undefined for a cluster without tags. */
export const tagsShown = (tags: Tags | undefined = {}): Tags | undefined => (Object.keys(tags).length > 0 ? tags : undefined);

export async function applyTags(ResourceArn: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [tags, old] = [tagsIn(next), tagsIn(before)];
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(tags, key));
  const put = Object.entries(tags).filter(([key, value]) => old[key] !== value);
  if (gone.length > 0) await ctx.call('kafka', 'UntagResource', { ResourceArn, TagKeys: gone });
  if (put.length > 0) await ctx.call('kafka', 'TagResource', { ResourceArn, Tags: Object.fromEntries(put) });
}
