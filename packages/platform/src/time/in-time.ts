import { NotNowError } from '../errors/not-now-error.js';

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

/** Milliseconds that a request waits for one answer of a store. A store that takes longer counts as away. */
export const ANSWER_WITHIN_MS = 5_000;

/** @throws NotNowError where the store doesn't answer in time */
export const answerInTime = <T>(store: string, answer: Promise<T>): Promise<T> =>
  inTime(answer, ANSWER_WITHIN_MS, (): never => {
    throw new NotNowError(`the ${store} took longer than ${ANSWER_WITHIN_MS / 1_000} s to answer`);
  });

/** @throws Error where `work` isn't done in time */
export const inTimeOrThrow = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  inTime(work, milliseconds, (): never => {
    throw new Error(`no answer within ${milliseconds} ms`);
  });
