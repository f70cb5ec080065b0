/** A name server on loopback that answers what a test says: UDP, one question a packet. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const TYPES = { A: 1, NS: 2, MX: 15, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof TYPES;

/** Values as text (`10 mail.example` of MX); a code of RFC 1035; or no answer at all. */
export type DnsAnswer = readonly string[] | { readonly code: number } | 'silence';
export type DnsZone = (name: string, type: RecordType) => DnsAnswer;

export const NXDOMAIN = { code: 3 } as const;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function v6Bytes(address: string): Buffer {
  const { hostname } = new URL(`http://[${address}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const words = (text: string): string[] => text.split(':').filter(Boolean);
  const [before, after] = [words(head), words(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...zeros, ...after].map((word) => word.padStart(4, '0')).join(''), 'hex');
}

function dataOf(type: RecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'AAAA') return v6Bytes(value);
  if (type === 'NS') return nameBytes(value);
  if (type === 'TXT') return Buffer.from([value.length, ...Buffer.from(value)]);
  const [priority = '0', exchange = ''] = value.split(' ');
  return Buffer.concat([Buffer.from([0, Number(priority)]), nameBytes(exchange)]);
}

export class DnsServer {
  /** Names that were asked for, in order. */
  readonly asked: string[] = [];
  private zone: DnsZone = () => NXDOMAIN;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (packet, from) => {
      const answer = this.answer(packet);
      if (answer !== null) socket.send(answer, from.port, from.address);
    });
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  /** As `DNS_SERVERS` names it. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  serve(zone: DnsZone): void {
    this.zone = zone;
  }

  close(): void {
    this.socket.close();
  }

  private answer(packet: Buffer): Buffer | null {
    let end = 12;
    const labels: string[] = [];
    while ((packet[end] ?? 0) !== 0) {
      const length = packet[end] ?? 0;
      labels.push(packet.toString('latin1', end + 1, end + 1 + length));
      end += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const number = packet.readUInt16BE(end + 1);
    const type = (Object.keys(TYPES) as RecordType[]).find((key) => TYPES[key] === number) ?? 'A';
    this.asked.push(name);
    const found = this.zone(name, type);
    if (found === 'silence') return null;
    const values = 'code' in found ? [] : found;
    const code = 'code' in found ? found.code : 0;
    const records = values.map((value) => {
      const data = dataOf(type, value);
      const head = Buffer.from([
        0xc0,
        0x0c,
        0,
        number,
        0,
        1,
        0,
        0,
        0,
        0,
        data.length >> 8,
        data.length & 255,
      ]);
      return Buffer.concat([head, data]);
    });
    const header = Buffer.from(packet.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    [1, records.length, 0, 0].forEach((count, at) => header.writeUInt16BE(count, 4 + at * 2));
    return Buffer.concat([header, packet.subarray(12, end + 5), ...records]);
  }
}
