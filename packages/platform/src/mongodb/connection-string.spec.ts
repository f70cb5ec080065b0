import { StoreUnavailableError } from '../event-store/event-store.js';
import { mongoTarget } from './connection-string.js';

describe('MONGODB_URL', () => {
  it.each([
    ['mongodb://localhost', 'company_data'],
    ['mongodb://localhost:27017/', 'company_data'],
    ['mongodb://a:1,b:2,c:3/?replicaSet=rs0', 'company_data'],
    ['mongodb://user:p%40ss%2Fword@a:1,b:2/archive?authSource=admin', 'archive'],
    ['mongodb+srv://cluster.example.net/archive-2?w=1', 'archive-2'],
    ['  mongodb://localhost/trimmed  ', 'trimmed'],
  ])('%s means the database %s', (url, database) => {
    expect(mongoTarget(url)).toMatchObject({ url: url.trim(), database });
  });

  it.each([
    'localhost:27017',
    'http://localhost',
    'mongodb://user:topsecret@localhost/a.b',
    'mongodb://user:topsecret@localhost/a%2Fb',
    'mongodb://user:topsecret@localhost/100%',
    'mongodb://user:topsecret@localhost/?timeoutms=5000',
    `mongodb://user:topsecret@localhost/${'x'.repeat(64)}`,
  ])('%s is refused with one line that shows no password', (url) => {
    const parse = (): unknown => mongoTarget(url);
    expect(parse).toThrow(StoreUnavailableError);
    expect(parse).toThrow(/^MONGODB_URL [^\n]*$/);
    expect(parse).not.toThrow('topsecret');
  });

  it('answers in time where the URL says nothing, and as the URL says where it does', () => {
    const silent = mongoTarget('mongodb://localhost').options;
    expect(silent).toMatchObject({
      serverSelectionTimeoutMS: 2_000,
      socketTimeoutMS: 10_000,
      waitQueueTimeoutMS: 10_000,
    });
    const { options } = mongoTarget('mongodb://localhost/?serverselectiontimeoutms=9000');
    expect(options).not.toHaveProperty('serverSelectionTimeoutMS');
    expect(options).toHaveProperty('socketTimeoutMS');
  });

  it('leaves nothing that the ports rest on to the URL', () => {
    const { options } = mongoTarget(
      'mongodb://localhost/?w=0&readPreference=secondary&retryWrites=false&serverMonitoringMode=poll',
    );
    expect(options).toMatchObject({
      readPreference: 'primary',
      writeConcern: { w: 'majority', journal: true },
      retryWrites: true,
      serverMonitoringMode: 'stream',
    });
  });
});
