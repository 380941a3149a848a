/** Picks the transport: uWebSockets.js where its binary loads, `node:http` elsewhere. */
import type { CreateTransport } from './port.ts';

export interface SelectedTransport {
  readonly name: 'uws' | 'node';
  /** Why this one, in a sentence for the log and `/control/health`. */
  readonly reason: string;
  readonly create: CreateTransport;
}

/**
 * `prefer` forces one adapter; asking for `uws` where it cannot load rejects with the cause.
 * `binaries` is the folder of the library's binaries, the package's own unless told.
 */
export async function selectTransport(
  options: { prefer?: 'uws' | 'node'; binaries?: string } = {},
): Promise<SelectedTransport> {
  if (options.prefer === 'node') return nodeTransport('node:http was asked for');
  const { loadUws, createUwsTransport } = await import('./uws.ts');
  try {
    const uws = await loadUws(options.binaries);
    return {
      name: 'uws',
      reason: `the uWebSockets.js binary for Node ${process.versions.node} is present`,
      create: (handlers, settings) => createUwsTransport(uws, handlers, settings),
    };
  } catch (error) {
    if (options.prefer === 'uws') throw error;
    const cause = error instanceof Error ? error.message.split('\n').at(-1) : String(error);
    return nodeTransport(`uWebSockets.js cannot be loaded here: ${cause}`);
  }
}

async function nodeTransport(reason: string): Promise<SelectedTransport> {
  const { createNodeTransport } = await import('./node.ts');
  return { name: 'node', reason, create: createNodeTransport };
}
