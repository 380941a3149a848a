/** The built dashboard's files, read once at start. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sha256Hex } from '../lib/hash.ts';

/** How a file may be sent besides as it is, best first. */
const packings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
type Packing = (typeof packings)[number][0];

interface DashboardAsset {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The same, compressed. */
  readonly packed: ReadonlyMap<Packing, Uint8Array>;
  /** Quoted entity tag. */
  readonly etag: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** All files in memory: what is built later is served after the next start. */
export interface DashboardAssets {
  readonly page: DashboardAsset;
  /** The page's service worker. */
  readonly worker: DashboardAsset;
  /** What the page loads, by names that say what they hold. */
  readonly assets: ReadonlyMap<string, DashboardAsset>;
}

/** Where the page has its script and style. */
export const assetsPath = '/control/dashboard/assets';

/** Reads the dashboard from `directory`; null when it was not built. Rejects on other faults. */
export async function loadDashboardAssets(directory: string): Promise<DashboardAssets | null> {
  try {
    const page = await readAsset(directory, 'index.html');
    const worker = await readAsset(directory, 'offline.js');
    const folder = join(directory, 'assets');
    // What an earlier build left beside them serves pages that are still open.
    const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes);
    const assets = new Map<string, DashboardAsset>();
    // One after the other: they are many, and file descriptors may be few.
    for (const name of names) assets.set(name, await readPacked(folder, name));
    return { page, worker, assets };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function readAsset(directory: string, name: string): Promise<DashboardAsset> {
  const bytes = await readFile(join(directory, name));
  const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
  return { bytes, contentType, packed: new Map(), etag: `"${sha256Hex(bytes).slice(0, 32)}"` };
}

async function readPacked(directory: string, name: string): Promise<DashboardAsset> {
  const packed = packings.map(
    async ([packing, ending]) =>
      [packing, await readFile(join(directory, `${name}${ending}`))] as const,
  );
  return { ...(await readAsset(directory, name)), packed: new Map(await Promise.all(packed)) };
}

/** The smallest form that the client takes, by its `accept-encoding`; null: as it is. */
export function packingFor({ packed }: DashboardAsset, accepted: string): Packing | null {
  const words = accepted.split(',').map((word) => word.trim().toLowerCase());
  const takes = (packing: Packing): boolean =>
    words.some(
      (word) => word === packing || (word.startsWith(`${packing};`) && !/q=0(\.0*)?$/.test(word)),
    );
  return packings.find(([packing]) => packed.has(packing) && takes(packing))?.[0] ?? null;
}
