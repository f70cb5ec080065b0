/** Shows imports of published files: progress, fetched again while one runs, and the rows left out. */
import type { EditionFiles } from '../../../packages/enrichment/src/index.js';
import type { Markup } from './jsx-markup.js';
import { ForeignText, Section, Badge, Time, Count, polling, ShareBar } from './parts.js';
import { ListTable } from './sheet.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

type ImportNote = EditionFiles.ImportNote;

/** An import reports twice a second while it reads. While it indexes, it may be silent for longer. */
const SILENT_AFTER_MS = 60_000;

const TONES = { running: 'plain', imported: 'good', refused: 'bad' } as const;

const silenceMsOf = ({ state, at }: ImportNote, now: Date): number =>
  state === 'running' ? now.getTime() - Date.parse(at) : 0;

/** Tells whether an import may still change, so that the page fetches it again. */
const mayChange = (note: ImportNote, now: Date): boolean =>
  note.state === 'running' && silenceMsOf(note, now) < 10 * SILENT_AFTER_MS;

function ImportState({ note, now }: { note: ImportNote; now: Date }): Markup {
  const silentMs = silenceMsOf(note, now);
  return (
    <>
      <Badge tone={TONES[note.state]}>{note.state}</Badge>
      {silentMs > SILENT_AFTER_MS && (
        <p class="trouble">
          Silent since <Time at={note.at} />: it may have died.
        </p>
      )}
      {note.refused !== null && (
        <p>
          <ForeignText text={note.refused} />
        </p>
      )}
    </>
  );
}

function ImportProgress({ note }: { note: ImportNote }): Markup {
  const { imported, progress, state } = note;
  if (imported !== null) return <code>{imported.edition}</code>;
  if (progress === null) return <>{state === 'running' ? 'inspecting the files' : ''}</>;
  const { bytes, bytes_total, file, phase } = progress;
  return (
    <>
      {state === 'running' && <ShareBar value={bytes} whole={bytes_total} name={`Bytes of ${note.source}`} />}{' '}
      {phase} <ForeignText text={file} />
    </>
  );
}

/** The number of held documents that can't be read, by cause. */
const Unreadable = ({ note: { unreadable = {} } }: { note: ImportNote }): Markup => (
  <>
    {Object.entries(unreadable).map(([cause, count]) => (
      <p key={cause}>
        <Count value={count} /> <code>{cause}</code>
      </p>
    ))}
  </>
);

const Rejects = ({ note: { source, rejected, rejects } }: { note: ImportNote }): Markup => (
  <Section title={`Rows left out of ${source}`}>
    <ListTable
      name={
        rejected > rejects.length
          ? `The first ${rejects.length} of ${thousands(rejected)}`
          : 'Each with its line and the reason'
      }
      items={rejects}
      columns={{
        file: ({ file }) => cell.client(file),
        line: ({ line }) => line,
        why: ({ reason }) => cell.client(reason),
      }}
    />
  </Section>
);

export function ImportsPart({ imports, now }: { imports: readonly ImportNote[]; now: Date }): Markup {
  const isPolled = imports.some((note) => mayChange(note, now));
  return (
    <div class="imports" {...polling('/editions/imports', isPolled)}>
      <Section title="Imports on this machine">
        <ListTable
          name="The last import of each source"
          items={imports}
          columns={{
            source: ({ source }) => source,
            state: (note) => <ImportState note={note} now={now} />,
            began: ({ started_at }) => cell.time(started_at),
            rows: ({ imported, progress }) => imported?.rows ?? progress?.rows ?? 0,
            'left out': ({ rejected }) => rejected,
            'held, not readable': (note) => <Unreadable note={note} />,
            'how far': (note) => <ImportProgress note={note} />,
          }}
          none="No import has run on this machine."
        />
      </Section>
      {imports
        .filter(({ rejects }) => rejects.length > 0)
        .map((note) => (
          <Rejects key={note.source} note={note} />
        ))}
    </div>
  );
}
