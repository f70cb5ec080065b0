/** Reads the register's streaming API: one connection to one stream, its events as they come. */
import { StringDecoder } from 'node:string_decoder';
import { Agent, request } from 'undici';
import { errorCode, errorMessage } from '../../../../platform/src/errors/error-code.js';
import { shallowJson, UnusableBody } from '../../../../platform/src/http-client/bounded-body.js';
import { pauseOf } from './register-answer.js';
import { RegisterPause, RegisterUnavailable, TimepointGone, UnreadableAnswer } from './register-api.js';
import { basicAuthorization } from './register-door.js';

/** `heard`: the connection is alive. `unreadable`: a line that is no event and has no place in the stream. */
export type StreamPiece =
  | { readonly kind: 'event'; readonly timepoint: number; readonly line: string }
  | { readonly kind: 'heard' }
  | { readonly kind: 'unreadable'; readonly why: string };

export interface StreamAsked {
  readonly url: string;
  readonly key: string;
  /** The last known event; null: the stream starts with new events. */
  readonly timepoint: number | null;
  readonly signal: AbortSignal;
}

const CONNECT_MS = 10_000;
/** The publisher sends an empty line every few seconds while nothing happens. */
const SILENCE_MS = 60_000;
/** The maximum length of a line, more than a hundred times that of any event. */
const MAX_LINE_CHARACTERS = 4 * 1024 * 1024;

const agentFor = (): Agent =>
  new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });

/**
 * The pieces of one connection, until the register or the signal ends it. Known events may come again.
 * @throws RegisterUnavailable, TimepointGone (416), RegisterPause (429), UnreadableAnswer (an endless line)
 */
export async function* readStream(request: StreamAsked): AsyncGenerator<StreamPiece> {
  const agent = agentFor();
  try {
    yield* piecesOf(await opened(request, agent));
  } catch (error) {
    if (request.signal.aborted) return;
    if (error instanceof RegisterUnavailable) throw error;
    const why = errorCode(error) ?? errorMessage(error);
    throw new RegisterUnavailable(`${new URL(request.url).host} broke off or can't be reached (${why})`);
  } finally {
    await agent.destroy();
  }
}

async function opened(
  { url, key, timepoint, signal }: StreamAsked,
  dispatcher: Agent,
): Promise<AsyncIterable<unknown>> {
  const { statusCode, headers, body } = await request(
    timepoint === null ? url : `${url}?timepoint=${timepoint}`,
    {
      dispatcher,
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: basicAuthorization(key),
      },
    },
  );
  if (statusCode === 200 && (headers['content-encoding'] ?? 'identity') === 'identity') return body;
  body.on('error', () => undefined).destroy();
  if (statusCode === 401 || statusCode === 403)
    throw new RegisterUnavailable(`the register refused the stream's key with ${statusCode}`, true);
  if (statusCode === 416)
    throw new TimepointGone(`the register has no events from timepoint ${timepoint ?? 'now'} on`);
  if (statusCode === 429) throw new RegisterPause(pauseOf({ headers }, Date.now()));
  throw new RegisterUnavailable(`the register's stream answered ${statusCode}`);
}

async function* piecesOf(body: AsyncIterable<unknown>): AsyncGenerator<StreamPiece> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of body) {
    rest += decoder.write(piece as Buffer); // without a text encoding, pieces are buffers
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS)
      throw new UnreadableAnswer("a line of the register's stream has no end");
    yield { kind: 'heard' };
    for (const line of lines) if (line.trim() !== '') yield pieceOf(line.trim());
  }
}

function pieceOf(line: string): StreamPiece {
  try {
    const timepoint = timepointOf(shallowJson(line));
    if (timepoint !== null) return { kind: 'event', timepoint, line };
    return { kind: 'unreadable', why: 'a line of the stream has no timepoint' };
  } catch (error) {
    if (error instanceof UnusableBody)
      return { kind: 'unreadable', why: `the stream holds a line with ${error.message}` };
    throw error;
  }
}

/** The timepoint of `{..., event: {timepoint}}`; null: there is none, or no whole number. */
export function timepointOf(document: unknown): number | null {
  const { event } = (document ?? {}) as { readonly event?: unknown };
  const { timepoint } = (event ?? {}) as { readonly timepoint?: unknown };
  return typeof timepoint === 'number' && Number.isSafeInteger(timepoint) && timepoint >= 0
    ? timepoint
    : null;
}
