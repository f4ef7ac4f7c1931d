import { describe, expect, it, vi } from 'vitest';
import { watchedContents } from './watched-contents.ts';

describe('contents that are watched', () => {
  it('are those that the links lead to from then on', async () => {
    let leadsTo = 'v1';
    const hot = { close: vi.fn() };
    const watch = async () => {
      leadsTo = 'v2';
      return hot;
    };
    expect(await watchedContents(async () => leadsTo, watch)).toEqual({ contents: 'v2', hot });
    expect(hot.close).not.toHaveBeenCalled();
  });

  it('are not watched any longer where they are gone by then', async () => {
    const hot = { close: vi.fn() };
    const find = vi.fn().mockResolvedValueOnce('v1').mockRejectedValueOnce(new Error('gone'));
    await expect(watchedContents(find, async () => hot)).rejects.toThrow('gone');
    expect(hot.close).toHaveBeenCalledOnce();
  });

  it('are looked up once where nothing can change', async () => {
    const find = vi.fn().mockResolvedValue('archive');
    expect(await watchedContents(find, async () => undefined)).toEqual({ contents: 'archive', hot: undefined });
    expect(find).toHaveBeenCalledOnce();
  });
});
