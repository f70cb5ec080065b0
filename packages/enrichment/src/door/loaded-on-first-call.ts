/**
 * A function whose module is loaded at its first call: what a process doesn't call costs it no time and no
 * memory at its start.
 */
export const loadedOnFirstCall =
  <Parameters extends readonly unknown[], Result>(
    load: () => Promise<(...parameters: Parameters) => Promise<Result>>,
  ) =>
  async (...parameters: Parameters): Promise<Result> =>
    (await load())(...parameters);
