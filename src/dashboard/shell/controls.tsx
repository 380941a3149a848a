/** The switches of the whole service, within reach on every page: what is on, and what each switch does. */
import { useEffect, useRef } from 'preact/hooks';
import { type SwitchName, switchWords } from '../acts/switch-calls.ts';
import type { State } from '../session/state.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { later } from '../ui/later.tsx';
import { Button, Empty, Outcome, WhyNot } from '../ui/parts.tsx';

const NoticeSwitch = later(async () => (await import('./extras.ts')).NoticeSwitch);

/** How the queue stands; a state alone would read as what the button does. */
const controlWords = ({ overview }: State): string => {
  const status = overview?.control?.status ?? 'unknown';
  return status === 'maintenance' ? 'Maintenance' : `Queue ${status}`;
};

/** Those that would change something now; none before the service was heard. */
function namesFor({ overview }: State): string {
  if (overview === null) return '';
  const status = overview.control?.status;
  const enabled = overview.pump?.enabled;
  const names: SwitchName[] = [];
  if (status !== 'open') names.push('resume');
  if (status !== 'paused') names.push('pause');
  if (status !== 'maintenance') names.push('maintenance');
  if (enabled !== true) names.push('pump on');
  if (enabled !== false) names.push('pump off');
  return names.join(',');
}

/** Opens below its button; Escape, or a click elsewhere, closes it. */
export function Controls() {
  const { turn } = useDashboard();
  const words = useValue(controlWords);
  const said = useValue(namesFor);
  const names = (said === '' ? [] : said.split(',')) as SwitchName[];
  const act = useValue((state) => state.pumpAct);
  const panel = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const follow = (event: Event): void => {
      const isOpen = (event as ToggleEvent).newState === 'open';
      button.current?.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) panel.current?.querySelector('button')?.focus();
    };
    const { current } = panel;
    current?.addEventListener('toggle', follow);
    return () => current?.removeEventListener('toggle', follow);
  }, []);
  return (
    <>
      <button
        type="button"
        class="controls-button"
        ref={button}
        popovertarget="controls"
        aria-expanded="false"
        aria-controls="controls"
        title="Pause, resume, maintenance, the pump"
        data-control={words}
      >
        {words} <span aria-hidden="true">▾</span>
      </button>
      <section id="controls" popover="auto" aria-label="Switches" ref={panel}>
        {names.length === 0 && <Empty>How they stand is not known yet.</Empty>}
        <ul class="verbs">
          {names.map((name) => (
            <li key={name}>
              <Button
                needsService
                blocked={act?.phase === 'sending'}
                describedBy={`switch-${name.replace(' ', '-')}`}
                onPress={() => turn(name)}
              >
                {switchWords[name].label}
              </Button>
              <span class="effect" id={`switch-${name.replace(' ', '-')}`}>
                {switchWords[name].effect}
              </span>
            </li>
          ))}
        </ul>
        <NoticeSwitch />
        <WhyNot />
        {act !== null && <Outcome failed={act.phase === 'failed'}>{act.words}</Outcome>}
      </section>
    </>
  );
}
