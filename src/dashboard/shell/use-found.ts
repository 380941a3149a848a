/** What the service finds by what is typed into the palette. */
import { useEffect, useState } from 'preact/hooks';
import type { Dashboard } from '../session/session.ts';
import type { Found } from './command.ts';

/** The service is asked this long after the last key, ms. */
const settleMs = 150;

const nothing: Found = { found: [], problem: null };

/** Entities that the service finds by the text, and acts upon what is open that it must be asked about. */
export function useFound(dashboard: Dashboard, text: string): Found {
  const [result, setResult] = useState<Found & { readonly of: string }>({ ...nothing, of: '' });
  const search = text.trim();
  useEffect(() => {
    if (search === '') return undefined;
    let isOld = false;
    const timer = setTimeout(async () => {
      const next = await import('./extras.ts').then(
        ({ find }) => find(dashboard, search),
        (): Found => ({ found: [], problem: 'The search could not be loaded.' }),
      );
      if (!isOld) setResult({ ...next, of: search });
    }, settleMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [search, dashboard]);
  // What was found by the text before is not what Enter is meant for now: an act may be among it.
  if (result.of === search) return result;
  return search === '' ? nothing : { ...nothing, problem: 'Searching…' };
}
