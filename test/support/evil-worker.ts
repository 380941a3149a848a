/**
 * A worker that lies about evidence: a door in front of a real gate that passes everything on, but
 * lets a test change what is said of files, or keep it back. It notes which files it was asked for.
 */
import { sha256Hex } from '../../src/lib/hash.ts';
import { openDoor } from '../../src/soak/door.ts';

export type Body = Record<string, unknown>;
/** A changed reply, or null where no answer is ever given. */
export type Lie = (honest: Body, asked: readonly string[]) => Body | null;

export interface EvilWorker {
  readonly url: string;
  /** Where the real gate listens. */
  gateUrl: string;
  /** Changes the list of files. */
  onManifest: Lie;
  /** Changes the files themselves. */
  onRead: Lie;
  /** The files of each request for contents. */
  readonly asked: (readonly string[])[];
  close(): Promise<void>;
}

const honest: Lie = (body) => body;

export async function startEvilWorker(): Promise<EvilWorker> {
  const asked: (readonly string[])[] = [];
  const door = await openDoor(() => worker.gateUrl);
  const worker: EvilWorker = {
    url: door.url,
    gateUrl: '',
    onManifest: honest,
    onRead: honest,
    asked,
    close: () => door.close(),
  };
  door.trick = async ({ method, path, body }, pass) => {
    const reply = await pass();
    if (!path.startsWith('/project-evidence/') || reply.status >= 300) return reply;
    const isRead = method === 'POST';
    const paths = isRead ? (JSON.parse(body.toString()) as { paths: string[] }).paths : [];
    if (isRead) asked.push(paths);
    const lie = isRead ? worker.onRead : worker.onManifest;
    const { signed, ...unsigned } = JSON.parse(reply.body.toString()) as Body;
    // It has not the key of the gate whose list it changes.
    const said = lie(
      lie === honest && signed !== undefined ? { ...unsigned, signed } : unsigned,
      paths,
    );
    return said === null ? 'silent' : { ...reply, body: JSON.stringify(said) };
  };
  return worker;
}

/** An entry of a file in an answer to a request for contents. */
export const contentOf = (path: string, content: string): Body => ({
  path,
  bytes: Buffer.byteLength(content),
  sha256: sha256Hex(content),
  truncated: false,
  encoding: 'utf8',
  content,
});

/** An entry of a file in a list of files. */
export const entryOf = (path: string, content: string): Body => ({
  path,
  bytes: Buffer.byteLength(content),
  sha256: sha256Hex(content),
  media_type: 'text/plain',
  role: 'result_summary',
});

/** The reply with `more` behind what its member lists. */
export const withMore = (reply: Body, member: string, more: readonly Body[]): Body => ({
  ...reply,
  [member]: [...(reply[member] as Body[]), ...more],
});
