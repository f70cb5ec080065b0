/** Finds the valid words that a mistyped word may stand for. */

/** Counts the insertions, deletions and replacements between two words. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** A longer word is no typing error. It is not compared, since that takes time by its length. */
const LONGEST_WORD = 60;

/** The most edits after which a word is still near. */
const reachOf = (candidate: string): number => Math.max(2, candidate.length / 3);

/** Returns at most three valid words, the nearest first. A word that contains the other counts as near. */
export function nearest(word: string, validWords: readonly string[]): string[] {
  if (word.length > LONGEST_WORD) return [];
  const mistyped = word.trim().toLowerCase();
  return validWords
    .map((candidate) => {
      const contained = mistyped.length > 2 && (candidate.includes(mistyped) || mistyped.includes(candidate));
      if (contained) return { candidate, distance: 1 };
      // The distance is at least the difference in length: a word out of reach is not compared.
      const apart = Math.abs(candidate.length - mistyped.length);
      return { candidate, distance: apart > reachOf(candidate) ? apart : editDistance(mistyped, candidate) };
    })
    .filter(({ candidate, distance }) => distance <= reachOf(candidate))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** The sentence that follows a refused word, with a blank before it; empty where no valid word is near. */
export function didYouMean(word: string, validWords: readonly string[]): string {
  const near = nearest(word, validWords);
  return near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
}
