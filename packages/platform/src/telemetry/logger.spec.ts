import fs, { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { NestLogger, createLogger, droppedLines, logFile } from './logger.js';
import { redact } from './redact.js';

const KEY = 'svc_live_abc123def456_S3cretS3cretS3cretS3cretS3cretS3cretS3cr';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger(
    { logLevel: 'trace' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  return { logger, lines };
}

describe('logs', () => {
  it('cut a whole key to its id, wherever in a line it stands', () => {
    const { logger, lines } = recording();
    logger.info({ header: `Bearer ${KEY}`, nested: { [KEY]: [KEY] } }, `wrong key ${KEY}`);
    logger.error({ err: new Error(`no ${KEY}`) });
    expect(JSON.stringify(lines)).not.toContain('S3cret');
    expect(lines[0]).toMatchObject({
      header: 'Bearer svc_live_abc123def456',
      msg: 'wrong key svc_live_abc123def456',
    });
  });

  it('cut a link of the console to whose it is', () => {
    const link = `https://console.example/own/open?link=svc_own_1001_${'S3-cret_'.repeat(5)}abc`;
    expect(redact(`opened ${link}, then left`)).toBe(
      'opened https://console.example/own/open?link=svc_own_1001, then left',
    );
  });

  it('show no credentials of a connection string', () => {
    expect(redact('esdb://admin:changeit@store:2113?tls=false')).toBe('esdb://***@store:2113?tls=false');
    expect(redact('mongodb+srv://u:p%40x@db/')).toBe('mongodb+srv://***@db/');
  });

  it.each(['a', 'svc_live_', '://', 'a://b:', 'svc_live_abc123def456_'])(
    'take linear time over %j',
    (unit) => {
      const started = performance.now();
      redact(`${unit.repeat(1_000_000 / unit.length)} svc_ ://`);
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );

  it('leave other text as it is', () => {
    expect(redact('req_01ARZ3NDEKZZZZZZZZZZZZZZZZ of someone@example.com')).toBe(
      'req_01ARZ3NDEKZZZZZZZZZZZZZZZZ of someone@example.com',
    );
  });

  it('hold nothing of the line before', () => {
    const { logger, lines } = recording();
    logger.info({ shard: 7 }, 'of one');
    logger.info({ page: '/' }, 'of another');
    expect(lines[1]).not.toHaveProperty('shard');
  });

  it('carry what Nest has to say', () => {
    const { logger, lines } = recording();
    new NestLogger(logger).error(new Error('cannot start'), 'Bootstrap');
    expect(lines[0]).toMatchObject({ level: 'error', context: 'Bootstrap', msg: 'cannot start' });
  });
});

describe('a log that can not be written', () => {
  const LINES = 3_000;
  const full = (): never => {
    throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  };
  afterEach(() => jest.restoreAllMocks());

  it('drops lines and counts them while the disk is full, and goes on once it has room', () => {
    const folder = new TemporaryFolder();
    const file = folder.file('log');
    const fd = openSync(file, 'a');
    const logger = createLogger({ logLevel: 'info' }, logFile(fd));
    const before = droppedLines();
    logger.info({ n: -1 }, 'before');
    const writing = jest.spyOn(fs, 'writeSync').mockImplementation(full);
    for (let n = 0; n < LINES; n++) logger.info({ n }, 'x'.repeat(200));
    expect(writing).toHaveBeenCalled();
    writing.mockRestore();
    const lost = droppedLines() - before;
    expect(lost).toBeGreaterThan(0);
    logger.info({ n: LINES }, 'after');
    closeSync(fd);
    const written = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { n: number }).n);
    // The first lines waited; the line after them found room or was dropped as well.
    expect(written.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => index - 1));
    expect(written.length + droppedLines() - before).toBe(LINES + 2);
    folder.remove();
  });

  const atDevice = existsSync('/dev/full') ? it : it.skip;
  atDevice('ends no process: a device that is always full', () => {
    const fd = openSync('/dev/full', 'w');
    const before = droppedLines();
    const logger = createLogger({ logLevel: 'info' }, logFile(fd));
    for (let n = 0; n < LINES; n++) logger.info({ n }, 'x'.repeat(200));
    expect(droppedLines()).toBeGreaterThan(before + LINES / 4);
    closeSync(fd);
  });
});
