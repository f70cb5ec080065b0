/** Stand-ins for both servers as processes of their own that keep what was written: they can die and come back. */
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';

export class ServerPair {
  private constructor(
    private readonly folder: TemporaryFolder,
    private events: EventStoreDbProcess,
    private documents: MongoDbProcess,
  ) {}

  /** @param folder what was written there before is theirs; removed at the end */
  static async start(folder = new TemporaryFolder()): Promise<ServerPair> {
    const [events, documents] = await Promise.all([
      EventStoreDbProcess.start({ file: folder.file('events.log') }),
      MongoDbProcess.start({ file: folder.file('documents.log') }),
    ]);
    return new ServerPair(folder, events, documents);
  }

  /** For every process that is to work on them. */
  get settings(): Readonly<Record<string, string>> {
    return {
      EVENT_STORE_URL: this.events.url,
      MONGODB_URL: this.documents.url,
      KEY_HASH_SECRET: 'the secret of a test: key hashes',
      CURSOR_SECRET: 'the secret of a test: cursors',
    };
  }

  /** How the server of documents is told to misbehave. */
  get documentsControl(): MongoDbProcess['control'] {
    return this.documents.control;
  }

  /** How the server of events is told to misbehave. */
  get eventsControl(): EventStoreDbProcess['control'] {
    return this.events.control;
  }

  async killEventStore(): Promise<void> {
    await this.events.kill();
  }

  /** On its old port, with what was written. */
  async startEventStore(): Promise<void> {
    this.events = await EventStoreDbProcess.start({
      port: this.events.port,
      file: this.folder.file('events.log'),
    });
  }

  async killMongoDb(): Promise<void> {
    await this.documents.kill();
  }

  /** On its old port, with what was written. */
  async startMongoDb(): Promise<void> {
    const { port } = this.documents;
    this.documents = await MongoDbProcess.start({ port, file: this.folder.file('documents.log') });
  }

  async kill(): Promise<void> {
    await Promise.all([this.events.kill(), this.documents.kill()]);
  }

  async remove(): Promise<void> {
    await this.kill();
    this.folder.remove();
  }
}
