/** Whether a password is easily guessed: a common one, a pattern of the keyboard, or words that everybody here knows. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Of 4: a guesser who has the hash needs 100 million tries or more. */
const LEAST_SCORE = 3;
/** Characters that stay of a good password without the words that everybody knows. */
const LEAST_OF_ITS_OWN = 8;
const SHORTEST_WORD = 3;
const SERVICE_WORDS = ['company', 'data', 'console', 'password'];

let guesser: Promise<ZxcvbnFactory> | undefined;

/** Loaded with its list of common passwords when the first password is chosen. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Guesser }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Guesser({ dictionary, graphs: adjacencyGraphs });
}

/** @param known words of the user and of this deployment, such as the name and the console's host */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  const words = [...known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]), ...SERVICE_WORDS]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length);
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase());
  if (own.length < LEAST_OF_ITS_OWN) return true;
  return (await (guesser ??= load())).check(password, words).score < LEAST_SCORE;
}
