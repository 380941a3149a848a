/** The command palette: every page, every entity that has one, and every act, by typing a part of its name. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { type SwitchName, switchWords } from '../acts/switch-calls.ts';
import { isActive, verbWords } from '../acts/verbs.ts';
import { pages, pageTitles } from '../places/places.ts';
import { stateOf } from '../service/asking.ts';
import type { Dashboard } from '../session/session.ts';
import { useDashboard } from '../ui/context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { drawNow } from '../ui/draw-now.ts';
import type { Command } from './command.ts';
import { useFound } from './use-found.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly toggleTheme: () => void;
}

/** Arrow keys choose, Enter does it, Escape closes. */
export function Palette({ onClose, toggleTheme }: PaletteProps) {
  const dashboard = useDashboard();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, problem } = useFound(dashboard, text);
  const words = text.toLowerCase().split(/\s+/);
  const known = commandsOf(dashboard, toggleTheme).filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
  const all = [...known, ...found];
  const chosen = Math.min(at, all.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const carryOut = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined)
      drawNow(() => setAt((chosen + by + all.length) % Math.max(1, all.length)));
    else if (event.key === 'Enter') carryOut(all[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Search or act" class="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search or act"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={all[chosen] === undefined ? undefined : `command-${chosen}`}
        autocomplete="off"
        spellcheck={false}
        placeholder="A page, an item, a run, a paper, an act"
        value={text}
        onInput={({ currentTarget: { value } }) =>
          // Enter does what is first in the list of what was typed, not in the one before.
          drawNow(() => {
            setText(value);
            setAt(0);
          })
        }
        onKeyDown={onKeyDown}
      />
      <div id="commands" role="listbox" aria-label="What was found" tabIndex={-1} ref={list}>
        {all.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={command.id}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => carryOut(command)}
          >
            <bdi>{command.label}</bdi>
            <span class="soft">{command.note}</span>
          </div>
        ))}
      </div>
      <p class="aside" role="status">
        {problem ?? (all.length === 0 ? 'Nothing has that in its name.' : '')}
      </p>
    </Dialog>
  );
}

/** Pages, acts upon what is open, acts upon the service. */
function commandsOf(dashboard: Dashboard, toggleTheme: () => void): readonly Command[] {
  const { item, overview } = stateOf(dashboard);
  const status = item?.facts?.queue_item?.status;
  const runId = isActive(status) ? (item?.facts?.runs?.[0]?.run_id ?? 'its run') : null;
  const verbs = item?.why?.verbs?.filter(
    ({ verb, why_not: whyNot }) => whyNot === null && verb !== 'answer' && verb !== 'edit',
  );
  return [
    ...(verbs ?? []).flatMap(({ verb }) => {
      if (verb === undefined) return [];
      const { label, effect, confirm } = verbWords(verb, runId);
      return {
        id: `verb ${verb}`,
        label: `${label}: ${item?.id}`,
        note: effect,
        run: () => (confirm === null ? dashboard.item.act(verb, null) : dashboard.item.ask(verb)),
      };
    }),
    ...pages.map((page) => ({
      id: `page ${page}`,
      label: pageTitles[page],
      note: 'page',
      run: () => dashboard.go({ page }),
    })),
    ...(Object.keys(switchWords) as SwitchName[]).map((name) => ({
      id: name,
      label: switchWords[name].label,
      note: switchWords[name].effect,
      run() {
        // What comes of it is said there.
        dashboard.go({ page: 'overview' });
        dashboard.turn(name);
      },
    })),
    ...(overview?.workers ?? []).flatMap(({ target: id }) =>
      id === undefined
        ? []
        : [
            {
              id: `worker ${id}`,
              label: id,
              note: 'worker',
              run: () => dashboard.go({ page: 'workers', id }),
            },
          ],
    ),
    {
      id: 'undo',
      label: 'Undo what was done just now',
      note: stateOf(dashboard).undo?.words ?? 'nothing can be undone now',
      run: dashboard.undo.take,
    },
    { id: 'theme', label: 'Change the theme', note: 'system, dark, light', run: toggleTheme },
    { id: 'leave', label: 'Forget the token', note: 'signs out here', run: dashboard.leave },
  ];
}
