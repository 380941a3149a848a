/**
 * Picks the transport: the build of uWebSockets.js that the operator names, else the shipped one,
 * else `node:http`.
 */
import type { CreateTransport } from './port.ts';
import { namedBuild, shippedBuild, type UwsBuild } from './uws-binary.ts';
import type { Uws } from './uws-types.ts';

/** Which adapter serves, and why not the preferred one; `doctor` and health show it. */
export interface SelectedTransport {
  readonly name: 'uws' | 'node';
  /** What serves and why, in one line for the log and `/control/health`. */
  readonly reason: string;
  /** One line for each build that should have served and cannot, the preferred one first. */
  readonly refused: readonly string[];
  readonly create: CreateTransport;
}

/** What the configuration says of the transport; all absent: the shipped build, else `node:http`. */
export interface TransportChoice {
  /** `auto` unless told. Another forces one adapter; `uws` where no build loads rejects with the causes. */
  readonly httpTransport?: 'auto' | 'uws' | 'node';
  /** Both of them name the operator's own build, which comes before the shipped one. */
  readonly uwsDir?: string | null;
  readonly uwsSha256?: string | null;
  /** Folder of the shipped binaries, the package's own unless told. */
  readonly binaries?: string;
}

/** Loads one build after the other until one serves. Nothing that does not fit keeps it from serving. */
export async function selectTransport(choice: TransportChoice = {}): Promise<SelectedTransport> {
  const { httpTransport } = choice;
  if (httpTransport === 'node') return nodeTransport('http_transport says so', []);
  const { loadUws, createUwsTransport } = await import('./uws.ts');
  const { loaded, refused } = await firstThatLoads(buildsOf(choice), loadUws);
  if (loaded === null) {
    if (httpTransport === 'uws')
      throw new Error(`http_transport is uws and cannot be: ${refused.join('; ')}`);
    return nodeTransport(refused.join('; '), refused);
  }
  const { build, uws } = loaded;
  const serving = `uWebSockets.js serves on Node ${process.versions.node}, from its ${build.origin}`;
  return {
    name: 'uws',
    reason: [serving, ...refused].join('; '),
    refused,
    create: (handlers, settings) => createUwsTransport(uws, handlers, settings),
  };
}

function buildsOf({ uwsDir, uwsSha256, binaries }: TransportChoice): UwsBuild[] {
  const shipped = shippedBuild(binaries);
  if (uwsDir == null || uwsSha256 == null) return [shipped];
  return [namedBuild({ folder: uwsDir, sha256: uwsSha256 }), shipped];
}

async function firstThatLoads(
  builds: readonly UwsBuild[],
  load: (build: UwsBuild) => Promise<Uws>,
): Promise<{ loaded: { build: UwsBuild; uws: Uws } | null; refused: string[] }> {
  const refused: string[] = [];
  for (const build of builds) {
    try {
      return { loaded: { build, uws: await load(build) }, refused };
    } catch (error) {
      const cause =
        error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
      refused.push(`the ${build.origin} of uWebSockets.js cannot serve: ${cause}`);
    }
  }
  return { loaded: null, refused };
}

async function nodeTransport(why: string, refused: readonly string[]): Promise<SelectedTransport> {
  const { createNodeTransport } = await import('./node.ts');
  const reason = `node:http serves on Node ${process.versions.node}: ${why}`;
  return { name: 'node', reason, refused, create: createNodeTransport };
}
