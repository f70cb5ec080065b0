/**
 * Asks at fixed moments whatever the answers do, and measures from those moments: a server that stalls shows
 * in every request that should have been sent meanwhile, once each.
 */
import { Pool } from 'undici';

export interface Probe {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly connections: number;
}

export interface ProbeFigures {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Answers other than 200, and none. */
  readonly failed: number;
}

export async function probed(
  { url, path, headers, perSecond, connections }: Probe,
  seconds: number,
): Promise<ProbeFigures> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  let failed = 0;
  const ask = async (at: number): Promise<void> => {
    try {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { ...headers } });
      await body.arrayBuffer();
      if (statusCode !== 200) failed += 1;
    } catch {
      failed += 1;
    }
    times.push(performance.now() - at);
  };
  const from = performance.now();
  const moment = (n: number): number => from + (n * 1_000) / perSecond;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (asked.length < seconds * perSecond && moment(asked.length) <= performance.now())
        asked.push(ask(moment(asked.length)));
      if (asked.length < seconds * perSecond) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(asked);
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1), failed };
}
