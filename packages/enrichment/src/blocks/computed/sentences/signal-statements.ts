/** Makes statements about signals: the number of each kind, and the day of the latest. Pure. */
import type { z } from 'zod';
import type signals from '../signals/signals.block.js';
import { counted, dayInWords } from './in-words.js';
import type { IntelligenceItem, NameInput, IntelligenceStatement } from './intelligence-item.js';

type Signals = z.output<(typeof signals)['value']>;
type SignalItem = Signals['signals']['items'][number];

/** The kinds of signals that make a statement, with the words of the statement. */
const SIGNAL_WORDS: Readonly<
  Partial<Record<SignalItem['type'], readonly [IntelligenceItem['topic'], singular: string, plural: string]>>
> = {
  contract_award: ['activity', 'public contract award', 'public contract awards'],
  insolvency: ['risk', 'insolvency event', 'insolvency events'],
  strike_off: ['risk', 'proposal to strike it off', 'proposals to strike it off'],
  late_accounts: ['risk', 'set of accounts overdue', 'sets of accounts overdue'],
  director_change: ['people', 'change among its directors', 'changes among its directors'],
  control_change: ['ownership', 'change of control', 'changes of control'],
  capital_raised: ['funding', 'issue of shares', 'issues of shares'],
};

/** The figures of proposals to strike off. A later suspension or withdrawal is named, too. */
function strikeOffFigures(list: Signals['signals']) {
  const strikeOffs = list.items.filter(({ type }) => type === 'strike_off');
  const opened = strikeOffs.filter(({ detail }) => detail.state === 'opened');
  const [newest] = strikeOffs;
  const state = newest?.detail.state ?? 'opened';
  const since = newest === undefined || state === 'opened' ? '' : `, ${state} on ${dayInWords(newest.date)}`;
  return { count: opened.length, latest: opened[0]?.date ?? null, since };
}

/** Tells whether all insolvency cases are solvent liquidations, which are no risk. */
function areAllSolvent(list: Signals['signals']): boolean {
  const cases = list.items.filter(({ type }) => type === 'insolvency');
  const begun = cases.filter(({ detail }) => detail.state === 'opened');
  return begun.length > 0 && cases.every(({ direction }) => direction !== 'negative');
}
const SOLVENT_LIQUIDATION = [
  'activity',
  'step of a solvent liquidation',
  'steps of a solvent liquidation',
] as const;

/** Makes a statement for each kind: the number of signals in the window, and the day of the latest. */
export const signalStatements = (
  { window, counts, signals: list }: Signals,
  input: NameInput,
): IntelligenceStatement[] =>
  Object.entries(SIGNAL_WORDS).flatMap(([type, wording]) => {
    const [topic, singular, many] =
      type === 'insolvency' && areAllSolvent(list) ? SOLVENT_LIQUIDATION : wording;
    const { count, latest, since } =
      type === 'strike_off'
        ? strikeOffFigures(list)
        : {
            count: counts[type] ?? 0,
            latest: list.items.find((signal) => signal.type === type)?.date ?? null,
            since: '',
          };
    if (count === 0 || latest === null) return [];
    return {
      topic,
      statement:
        `${counted(count, singular, many)} in the 12 months to ${dayInWords(window.to)}, ` +
        `${count === 1 ? 'on' : 'the latest on'} ${dayInWords(latest)}${since}.`,
      date: latest,
      inputs: [input(`counts.${type}`, count), input('window.to', window.to), input('date', latest)],
    };
  });
