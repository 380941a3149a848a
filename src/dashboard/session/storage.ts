/** What the browser keeps: the token and the chosen theme. Never part of an address. */

const tokenKey = 'orrery.token';
const themeKey = 'orrery.theme';

/** Where storage is forbidden the token lives as long as the page. */
const fallback = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  fallback.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) fallback.set(key, value);
  }
}

/** Null when none is kept. */
export const readToken = (): string | null => read(tokenKey);
/** Null forgets the one that is kept. */
export const keepToken = (token: string | null): void => write(tokenKey, token);

const lookedKey = 'orrery.looked';
/** When the reader last said that all was read, ISO 8601; null: never here. */
export const readLooked = (): string | null => read(lookedKey);
export const keepLooked = (at: string): void => write(lookedKey, at);

const noticesKey = 'orrery.notices';
/** Whether notifications of the browser were asked for here. */
export const readNotices = (): boolean => read(noticesKey) === 'on';
export const keepNotices = (on: boolean): void => write(noticesKey, on ? 'on' : null);

const themes = ['auto', 'dark', 'light'] as const;
/** `auto` goes with the system. */
export type Theme = (typeof themes)[number];

/** The theme chosen here; `auto` where none was, or none that is known. */
export function readTheme(): Theme {
  return themes.find((theme) => theme === read(themeKey)) ?? 'auto';
}

/** Applies the theme that follows the present one and remembers it. */
export function nextTheme(): Theme {
  const next = themes[(themes.indexOf(readTheme()) + 1) % themes.length]!;
  write(themeKey, next === 'auto' ? null : next);
  applyTheme();
  return next;
}

/** Puts the chosen theme on the document, where the style sheet finds it. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = readTheme();
}
