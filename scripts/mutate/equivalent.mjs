/** Mutants that change nothing anybody can see, with the reason. A line that is changed is judged again. */
const EQUIVALENT = [
  {
    file: 'src/enrichment/matching/identifier.ts',
    original: "row[kind] ?? ''",
    replacement: 'row[kind]',
    why: 'only identifiers that are given come here; the types do not know it',
  },
  {
    file: 'src/enrichment/matching/match.ts',
    original: '1',
    replacement: '1 + 1',
    line: '.sort((a, b) => (a.company_number < b.company_number ? -1 : 1))',
    why: 'only the sign of a comparison counts',
  },
  {
    file: 'src/jobs/idempotency/fingerprint.ts',
    original: '262_144',
    replacement: '262_144 + 1',
    why: 'a hash is the same whatever the slices',
  },
  {
    file: 'src/jobs/submit/acceptance.ts',
    original: '8',
    replacement: '8 + 1',
    why: 'how many chunks are cut before others get a turn changes no chunk',
  },
  {
    file: 'src/jobs/idempotency/idempotency-keys.ts',
    original: 'true',
    replacement: 'false',
    line: 'lastOnly: true,',
    why: 'the last claim stands, whether those before it are read or not',
  },
  {
    file: 'src/jobs/submit/incoming-submission.ts',
    original: 'this.isLarge',
    replacement: 'false',
    why: 'a piece behind the first is judged at once either way',
  },
  {
    file: 'src/jobs/submit/submission-scan.ts',
    original: 'what === COLON && this.depth === 1',
    replacement: 'true',
    why: 'the same bytes are kept, in more pieces',
  },
  {
    file: 'src/jobs/submit/submission-scan.ts',
    original: 'list.cuts.at(-1) ?? at',
    replacement: 'list.cuts.at(-1)',
    why: 'a list has a cut from its beginning; the types do not know it',
  },
  {
    file: 'src/jobs/idempotency/fingerprint.ts',
    original: 'end - 1',
    replacement: 'end + 1',
    why: 'a hash is the same whatever the slices, as long as none cuts a character',
  },
  {
    file: 'src/jobs/idempotency/fingerprint.ts',
    original: 'from < text.length',
    replacement: 'true',
    line: 'if (from < text.length) await nextTurn();',
    why: 'another turn for others changes no hash',
  },
  {
    file: 'src/jobs/record/delivered-packs.ts',
    original: 'attempt.rows[index] ?? {}',
    replacement: 'attempt.rows[index]',
    why: 'every row was asked for; the types do not know it',
  },
  {
    file: 'src/jobs/record/delivered-packs.ts',
    original: '0',
    replacement: '0 + 1',
    line: 'let bytes = 0;',
    why: 'the first row begins a pack, and its width takes the place of this',
  },
  {
    file: 'src/jobs/record/fill-blocks.handler.ts',
    original: "'BlockDelivered'",
    replacement: "''",
    line: "return jsonEvent(fact, derivedId('BlockDelivered', job, row, block, attempt), metadata);",
    why: 'ids only have to be equal for equal attempts and to differ otherwise',
  },
  {
    file: 'src/jobs/record/live-answers.ts',
    original: "'abort'",
    replacement: "''",
    line: "signal.removeEventListener('abort', stop);",
    why: 'the signal is dropped with its listeners when the check is over',
  },
  {
    file: 'src/jobs/pages/errors-page.ts',
    original: 'pack.body ?? new Uint8Array()',
    replacement: 'pack.body',
    why: 'every pack has a body; the types do not know it',
  },
  {
    file: 'src/jobs/pages/recorded-rows.ts',
    original: 'first + 1',
    replacement: 'first - 1',
    why: 'a pack more is read, and its rows are left out',
  },
  {
    file: 'src/jobs/pages/recorded-rows.ts',
    original: 'from >= first',
    replacement: 'from > first',
    why: 'a whole pack is taken apart and put together again, which takes longer and gives the same bytes',
  },
  {
    file: 'src/jobs/pages/recorded-rows.ts',
    original: 'pack.body ?? new Uint8Array()',
    replacement: 'pack.body',
    why: 'every pack has a body; the types do not know it',
  },
  {
    file: 'src/jobs/pages/results-page.ts',
    original: 'record?.pending.some((row) => row >= stretch.first && row < stretch.end) ?? false',
    replacement: 'record?.pending.some((row) => row >= stretch.first && row < stretch.end)',
    why: 'neither reads late blocks',
  },
  {
    file: 'src/jobs/pages/results-page.ts',
    original: 'row >= stretch.first && row < stretch.end',
    replacement: '(row >= stretch.first) || (row < stretch.end)',
    why: 'late blocks of other rows are looked up, and none is there for these',
  },
  {
    file: 'src/jobs/pages/recorded-rows.ts',
    original: 'lengths[index] ?? 0',
    replacement: 'lengths[index]',
    why: 'the index is below the length; the types do not know it',
  },
  {
    file: 'src/jobs/record/live-answers.ts',
    original: '0',
    replacement: '0 + 1',
    line: 'for (let wait = FIRST_RETRY_MS; left() > 0 && !signal.aborted; wait = longerWait(wait)) {',
    why: 'what is left of a millisecond is no time for a try',
  },
  {
    file: 'src/jobs/record/record-events.ts',
    original: "'RowsRecorded'",
    replacement: "''",
    line: "const id = derivedId('RowsRecorded', job_id, chunk, attempt.attempt, from);",
    why: 'ids only have to be equal for equal attempts and to differ otherwise',
  },
  {
    file: 'src/streams/rows/record-size.ts',
    original: '0',
    replacement: '0 + 1',
    line: 'chunk: 0,',
    why: 'only the rows and their answers are measured',
  },
  {
    file: 'src/streams/rows/record-size.ts',
    original: '64',
    replacement: '64 + 1',
    why: 'a bound above the worst case may be a byte wider',
  },
  {
    file: 'src/streams/rows/record-size.ts',
    original: 'rows <= ROWS_PER_PACK',
    replacement: 'rows < ROWS_PER_PACK',
    why: 'one whole pack is a number of whole packs',
  },
  {
    file: 'src/streams/rows/rows-tally.ts',
    original: 'uses[index] ?? 0',
    replacement: 'uses[index]',
    why: 'an answer that no row has adds nothing either way',
  },
  {
    file: 'src/billing/adjustments/adjustment-log.ts',
    original: '50',
    replacement: '50 + 1',
    why: 'how many events are read at once changes none of them',
  },
  {
    file: 'src/billing/adjustments/adjustment-rule.ts',
    original: 'a < b',
    replacement: 'a <= b',
    why: 'the days of a map are never equal',
  },
  {
    file: 'src/billing/adjustments/adjustment-rule.ts',
    original: '1',
    replacement: '1 + 1',
    line: '.sort(([a], [b]) => (a < b ? -1 : 1))',
    why: 'only the sign of a comparison counts',
  },
  {
    file: 'src/billing/statements/write/charges-of-event.ts',
    original: "recorded.metadata['time'] ?? ''",
    replacement: "recorded.metadata['time']",
    why: 'every stored event has its time; the types do not know it',
  },
  {
    file: 'src/billing/statements/write/charges-of-event.ts',
    original: "'failed' in row",
    replacement: 'false',
    why: 'a failed row has no outcome; the types do not know it',
  },
  {
    file: 'src/billing/statements/write/charges-of-event.ts',
    original: 'charge === undefined',
    replacement: 'false',
    why: 'a row has an outcome of its pack; the types do not know it',
  },
  {
    file: 'src/billing/statements/write/charges-of-event.ts',
    original: '10',
    replacement: '10 + 1',
    why: 'a day with the letter behind it stands between the same days',
  },
  {
    file: 'src/billing/statements/write/statement-writing.ts',
    original: "recorded.metadata['time'] ?? ''",
    replacement: "recorded.metadata['time']",
    why: 'every stored event has its time; the types do not know it',
  },
  {
    file: 'src/billing/statements/write/statement-writing.ts',
    original: 'true',
    replacement: 'false',
    line: 'chargesOf(recorded, this.maker(), true).next().done === false',
    why: 'only whether there is a charge is asked',
  },
  {
    file: 'src/billing/usage/usage-adjustments.ts',
    original: 'a < b',
    replacement: 'a <= b',
    why: 'keys of groups are never equal',
  },
  {
    file: 'src/billing/usage/usage-body.ts',
    original: 'byDay.get(date) ?? []',
    replacement: 'byDay.get(date)',
    why: 'the date is a key of the map; the types do not know it',
  },
  {
    file: 'src/billing/usage/rebuild/usage-rebuild.ts',
    original: 'place === null || generation === undefined',
    replacement: 'false',
    why: 'the lane was driven before, so it has begun; the types do not know it',
  },
  {
    file: 'src/jobs/record/delivered-packs.ts',
    original: 'attempt.rows[index] ?? {}',
    replacement: 'attempt.rows[index]',
    why: 'there are as many rows asked as answered; the types do not know it',
  },
];

/** Why this mutant changes nothing, where that is known; `sourceLine` is its line, without blanks around it. */
export const equivalenceOf = ({ file, original, replacement, sourceLine }) =>
  EQUIVALENT.find(
    (known) =>
      known.file === file &&
      known.original === original &&
      known.replacement === replacement &&
      (known.line === undefined || known.line === sourceLine),
  )?.why;
