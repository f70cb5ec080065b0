import { parseUsage } from './usage.request.js';

const TODAY = new Date('2026-11-21T12:00:00Z');

describe('the parameters of usage', () => {
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
