/** A keyboard whose keys are counted, and the bounds that the documentation names for each task. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { packageRoot } from './service-config.ts';

/** As many Tabs as one thing may be away from the one before. */
const tabsMax = 25;

/** By task, as the table of the documentation has them. */
export function keyBounds(): ReadonlyMap<string, number> {
  const text = readFileSync(join(packageRoot, 'docs', 'dashboard.md'), 'utf8');
  const [, table = ''] = text.split('| Task | Keys at most |');
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| ([^|]+?) \| (\d+) \|$/gm)];
  return new Map(rows.map(([, task = '', keys]) => [task, Number(keys)]));
}

export interface CountedKeys {
  /** Keys pressed so far; two for `Control+k`. */
  press(key: string): Promise<void>;
  /** A word for the palette, of which each letter is a key. */
  word(text: string): Promise<void>;
  /** What somebody has to say; it is not counted. */
  say(text: string): Promise<void>;
  /** Presses Tab until it has the focus. */
  tabTo(wanted: Locator): Promise<void>;
  /** Opens what the palette shows first for a text, once it shows that. */
  choose(text: string, option: string | RegExp): Promise<void>;
  /** Does a task, and holds its keys against the bound of that name. */
  task(name: string, work: () => Promise<unknown>): Promise<void>;
}

/** `counts` takes what each task came to. */
export function countKeys(page: Page, counts: Map<string, number>): CountedKeys {
  const bounds = keyBounds();
  let pressed = 0;
  const press = async (key: string): Promise<void> => {
    pressed += key.split('+').length;
    await page.keyboard.press(key);
  };
  const word = async (text: string): Promise<void> => {
    for (const letter of text) await press(letter === ' ' ? 'Space' : letter);
  };
  return {
    press,
    word,
    say: (text) => page.keyboard.insertText(text),
    async tabTo(wanted) {
      await wanted.waitFor();
      // Before that no key leads to it, and it could be passed.
      const isInert = () => wanted.evaluate((element) => element.closest('[inert]') !== null);
      await expect.poll(isInert, { message: String(wanted) }).toBe(false);
      const hasFocus = () => wanted.evaluate((element) => element.matches(':focus'));
      for (let tabs = 0; !(await hasFocus()); tabs += 1) {
        expect(tabs, `Tabs to ${String(wanted)}`).toBeLessThan(tabsMax);
        await press('Tab');
      }
    },
    async choose(text, option) {
      await press('Control+k');
      await word(text);
      const found = page.getByRole('option', { name: option, selected: true });
      await found.waitFor();
      await press('Enter');
    },
    async task(name, work) {
      pressed = 0;
      await work();
      counts.set(name, pressed);
      expect(bounds.get(name), `the bound of "${name}" in docs/dashboard.md`).toBeDefined();
      expect(pressed, name).toBeLessThanOrEqual(bounds.get(name) ?? 0);
    },
  };
}
