/** The built dashboard's files, read once at start. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../lib/hash.ts';

interface DashboardAsset {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Quoted entity tag. */
  readonly etag: string;
}

/** File names of the built dashboard and what they are. */
export const dashboardFiles = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
} as const;
/** Where one of them is missing, the dashboard counts as not built. */
export type DashboardFile = keyof typeof dashboardFiles;

/** All files in memory: what is built later is served after the next start. */
export type DashboardAssets = Readonly<Record<DashboardFile, DashboardAsset>>;

/** Reads the dashboard from `directory`; null when it was not built. Rejects on other faults. */
export async function loadDashboardAssets(directory: string): Promise<DashboardAssets | null> {
  try {
    const [html, script, style] = await Promise.all([
      readAsset(directory, 'index.html'),
      readAsset(directory, 'app.js'),
      readAsset(directory, 'app.css'),
    ]);
    return { 'index.html': html, 'app.js': script, 'app.css': style };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function readAsset(directory: string, name: DashboardFile): Promise<DashboardAsset> {
  const bytes = await readFile(join(directory, name));
  return { bytes, contentType: dashboardFiles[name], etag: `"${sha256Hex(bytes).slice(0, 32)}"` };
}
