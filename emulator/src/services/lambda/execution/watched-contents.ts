// The code that an environment is made from, where its folders may change while it is looked up.

/** Tells changes until it is closed. */
interface Watch {
  close(): void;
}

/**
 * The contents, as they are once they are watched: links that led elsewhere before would be missed otherwise. `watch` gives nothing where
 * nothing can change. Rejects as `find` and `watch` do.
 */
export async function watchedContents<Contents, Hot extends Watch>(
  find: () => Promise<Contents>,
  watch: () => Promise<Hot | undefined>,
): Promise<{ readonly contents: Contents; readonly hot: Hot | undefined }> {
  // Contents that may not be seen are not watched either.
  const contents = await find();
  const hot = await watch();
  if (!hot) return { contents, hot };
  try {
    return { contents: await find(), hot };
  } catch (error) {
    hot.close();
    throw error;
  }
}
