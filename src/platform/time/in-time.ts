/** The result of `work`, or after so many milliseconds that of `late`; the work goes on all the same. */
export async function inTime<T, L>(work: Promise<T>, milliseconds: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  }).then(late);
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error where `work` isn't done in time */
export const inTimeOrThrow = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  inTime(work, milliseconds, (): never => {
    throw new Error(`no answer within ${milliseconds} ms`);
  });
