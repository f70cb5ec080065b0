/** Imports of published files: how far each is, fetched again while one runs, and the rows that were left out. */
import type { ImportNote } from '../../sources/kit/editions/import-note.js';
import type { Markup } from './markup.js';
import { Client, Section, Badge, Time, Count, Share } from './parts.js';
import { Table, tableOf } from './sheet.js';
import { cell } from '../../shared/sheet/sheet.js';

/** An import says something twice a second while it reads; while it indexes it may be silent for longer. */
const SILENT_AFTER_MS = 60_000;

const TONES = { running: 'plain', imported: 'good', refused: 'bad' } as const;

const silentFor = ({ state, at }: ImportNote, now: Date): number =>
  state === 'running' ? now.getTime() - Date.parse(at) : 0;

/** Whether it is worth asking again. */
const moves = (note: ImportNote, now: Date): boolean =>
  note.state === 'running' && silentFor(note, now) < 10 * SILENT_AFTER_MS;

function State({ of, now }: { of: ImportNote; now: Date }): Markup {
  const silent = silentFor(of, now);
  return (
    <>
      <Badge tone={TONES[of.state]}>{of.state}</Badge>
      {silent > SILENT_AFTER_MS && (
        <p class="trouble">
          Silent since <Time at={of.at} />: it may have ended without a word.
        </p>
      )}
      {of.refused !== null && (
        <p>
          <Client text={of.refused} />
        </p>
      )}
    </>
  );
}

function HowFar({ of }: { of: ImportNote }): Markup {
  const { imported, progress, state } = of;
  if (imported !== null) return <code>{imported.edition}</code>;
  if (progress === null) return <>{state === 'running' ? 'looking at the files' : ''}</>;
  const { bytes, bytes_total, file, phase } = progress;
  return (
    <>
      {state === 'running' && <Share of={bytes} whole={bytes_total} name={`Bytes read for ${of.source}`} />}{' '}
      {phase} <Client text={file} />
    </>
  );
}

/** Documents that are held and give nothing, by why. */
const Unreadable = ({ of: { unreadable = {} } }: { of: ImportNote }): Markup => (
  <>
    {Object.entries(unreadable).map(([why, count]) => (
      <p key={why}>
        <Count of={count} /> <code>{why}</code>
      </p>
    ))}
  </>
);

const Rejects = ({ of: { source, rejected, rejects } }: { of: ImportNote }): Markup => (
  <Section title={`Rows left out of ${source}`}>
    <Table
      name={
        rejected > rejects.length
          ? `The first ${rejects.length} of ${rejected.toLocaleString('en-GB')}`
          : 'Each with its line and why'
      }
      of={tableOf(rejects, {
        file: ({ file }) => cell.client(file),
        line: ({ line }) => line,
        why: ({ reason }) => cell.client(reason),
      })}
    />
  </Section>
);

export function ImportsPart({ of, now }: { of: readonly ImportNote[]; now: Date }): Markup {
  const fetched = of.some((note) => moves(note, now))
    ? { 'hx-get': '/editions/imports', 'hx-trigger': 'every 1s', 'hx-swap': 'outerHTML' }
    : {};
  return (
    <div class="imports" {...fetched}>
      <Section title="Imports on this machine">
        <Table
          name="The last of each source"
          of={tableOf(
            of,
            {
              source: ({ source }) => source,
              state: (note) => <State of={note} now={now} />,
              began: ({ started_at }) => cell.time(started_at),
              rows: ({ imported, progress }) => imported?.rows ?? progress?.rows ?? 0,
              'left out': ({ rejected }) => rejected,
              'held, not readable': (note) => <Unreadable of={note} />,
              'how far': (note) => <HowFar of={note} />,
            },
            { none: 'None was made here.' },
          )}
        />
      </Section>
      {of
        .filter(({ rejects }) => rejects.length > 0)
        .map((note) => (
          <Rejects key={note.source} of={note} />
        ))}
    </div>
  );
}
