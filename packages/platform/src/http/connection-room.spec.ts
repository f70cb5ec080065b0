import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { ConnectionRoom } from './connection-room.js';

const LIMITS = { all: 6, ofPlace: 2, ofSite: 3 };
const PROXY = '10.0.0.9';

/** A server that connections from these addresses come to. */
class Door {
  private readonly server = new EventEmitter();

  constructor() {
    new ConnectionRoom(this.server as Server, LIMITS, ['10.0.0.0/8', 'fd00::1']);
  }

  connect(remoteAddress: string): Connection {
    const connection = new Connection(remoteAddress);
    this.server.emit('connection', connection);
    return connection;
  }

  /** @returns ends the answer */
  ask(connection: Connection): () => void {
    const response = new EventEmitter();
    this.server.emit('request', { socket: connection }, response);
    return () => void response.emit('close');
  }
}

class Connection extends EventEmitter {
  open = true;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy(): void {
    this.open = false;
    this.emit('close');
  }
}

const open = (connections: readonly Connection[]): boolean[] => connections.map((each) => each.open);

describe('connections', () => {
  it.each([
    ['an IPv4 address', ['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9']],
    ['an IPv6 network of 64 bits', ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3']],
  ])('of %s are two: one more ends the one that was idle longest', (_of, addresses) => {
    const door = new Door();
    const made = addresses.map((address) => door.connect(address));
    expect(open(made)).toEqual([false, true, true]);
  });

  it('of an IPv6 network of 48 bits are three', () => {
    const door = new Door();
    const made = [1, 2, 3, 4].map((net) => door.connect(`2001:db8:1:${net}::1`));
    expect(open(made)).toEqual([false, true, true, true]);
    expect(door.connect('2001:db8:2::1').open).toBe(true);
  });

  it('of a trusted proxy are bounded with all others alone', () => {
    const door = new Door();
    const made = [PROXY, PROXY, PROXY, 'fd00::1', '::ffff:10.1.1.1', PROXY].map((each) => door.connect(each));
    expect(open(made)).not.toContain(false);
    expect([door.connect('203.0.113.9').open, made[0]?.open]).toEqual([true, false]);
  });

  it('that answer a request are not ended: a new one is refused where all do', () => {
    const door = new Door();
    const [first, second] = ['203.0.113.9', '203.0.113.9'].map((each) => door.connect(each));
    const end = [first, second].map((each) => door.ask(each as Connection));
    expect([door.connect('203.0.113.9').open, first?.open, second?.open]).toEqual([false, true, true]);
    // The second has been idle longer, since the first answered later.
    end[1]?.();
    end[0]?.();
    expect([door.connect('203.0.113.9').open, first?.open, second?.open]).toEqual([true, true, false]);
  });

  it('are ended where most are, once the server has no room', () => {
    const door = new Door();
    const made = [
      '198.51.100.1',
      '198.51.100.2',
      '203.0.113.9',
      '203.0.113.9',
      '198.51.100.3',
      '198.51.100.4',
    ];
    const held = made.map((each) => door.connect(each));
    const late = door.connect('198.51.100.5');
    expect([...open(held), late.open]).toEqual([true, true, false, true, true, true, true]);
    held[0]?.destroy();
    expect([door.connect('198.51.100.6').open, ...open(held.slice(1))]).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
  });
});
