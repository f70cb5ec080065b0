import { computeRowPace } from './work-figures.js';

const NOW = new Date('2026-11-22T00:02:30.000Z');

describe('the pace of rows', () => {
  it('is that of the last whole minutes, not of the one that is under way', () => {
    const documents = [
      { minute: '2026-11-21T23:56', rows: 9_999, failed: {} },
      { minute: '2026-11-21T23:57', rows: 300, failed: {} },
      { minute: '2026-11-22T00:01', rows: 600, failed: {} },
      { minute: '2026-11-22T00:02', rows: 9_999, failed: {} },
    ];
    const { rows_per_second, minutes } = computeRowPace(documents, NOW);
    expect(rows_per_second).toBe(3);
    expect([minutes.length, minutes[0], minutes.at(-1)]).toEqual([
      60,
      { minute: '2026-11-21T23:03', rows: 0 },
      { minute: '2026-11-22T00:02', rows: 9_999 },
    ]);
  });

  it('tells why rows of the last day failed, the most frequent first, and nothing of the day before', () => {
    const documents = [
      { minute: '2026-11-21T00:02', rows: 5, failed: { error: 5 } },
      { minute: '2026-11-21T00:03', rows: 10, failed: { not_matched: 2, source_unavailable: 3 } },
      { minute: '2026-11-21T12:00', rows: 10, failed: { not_matched: 4 } },
    ];
    expect(computeRowPace(documents, NOW)).toMatchObject({
      rows: 20,
      failed: [
        { reason: 'not_matched', rows: 6 },
        { reason: 'source_unavailable', rows: 3 },
      ],
    });
  });

  it('is nothing where nothing was recorded', () => {
    expect(computeRowPace([], NOW)).toMatchObject({ rows_per_second: 0, rows: 0, failed: [] });
  });
});
