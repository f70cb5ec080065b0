import { parseUsage } from './usage.request.js';

const TODAY = new Date('2026-11-21T12:00:00Z');

describe('the parameters of usage', () => {
  it.each([
    ['from=2026-02-30', ['from']],
    ['to=2026-02-30', ['to']],
    ['from=2026-13-01&to=x', ['from', 'to']],
    ['from=2026-11-02&to=2026-11-01', ['from', 'to']],
    ['from=2020-01-01&to=2026-11-01', ['from', 'to']],
    ['granularity=hour', ['granularity']],
    ['since=2026-11-01', ['since']],
  ])('are refused under the fields that are wrong: %s', (query, fields) => {
    const parsed = parseUsage(query, TODAY);
    if (parsed.outcome === 'parsed') throw new Error('was taken');
    expect(Object.keys(parsed.problems.errors).sort()).toEqual(fields);
  });

  it('are a range of days, a granularity and a job', () => {
    const query = 'from=2026-11-01&to=2026-11-02&granularity=day&job_id=job_1';
    const range = { from: '2026-11-01', to: '2026-11-02' };
    expect(parseUsage(query, TODAY)).toEqual({
      outcome: 'parsed',
      range,
      granularity: 'day',
      jobId: 'job_1',
    });
    expect(parseUsage('granularity=block', TODAY)).toMatchObject({ outcome: 'parsed', granularity: 'block' });
    expect(parseUsage('', TODAY)).toMatchObject({ outcome: 'parsed', granularity: 'block', jobId: null });
  });

  it.each(['from', 'to', 'granularity', 'job_id'])('hold no API key as %s', (name) => {
    const secret = 'S3cret99'.repeat(5);
    const parsed = parseUsage(`${name}=svc_live_abc123def456_${secret}`, TODAY);
    if (parsed.outcome === 'parsed') throw new Error('was taken');
    expect(parsed.problems.errors[name]).toContain(
      'This holds an API key, which belongs in the Authorization header only.',
    );
    expect(JSON.stringify(parsed)).not.toContain(secret);
  });
});
