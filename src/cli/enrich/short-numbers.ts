/** Warns about company numbers whose zeros a spreadsheet seems to have cut. */
const numbers = (count: number): string =>
  count === 1 ? '1 company number has' : `${count} company numbers have`;

/** @param padded whether zeros are put back */
export const shortNumbers = (count: number, padded: boolean): string =>
  padded
    ? `${numbers(count)} fewer than eight digits; zeros are added in front.`
    : `${numbers(count)} fewer than eight digits and will fail. A spreadsheet may have cut zeros; --pad-numbers puts them back.`;
